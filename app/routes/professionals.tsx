import { professionals } from '#app/content/professionals.ts';
import { courseListData } from '#app/course-data.ts';
import { AfterCredential } from '#app/features/professionals/after-credential.tsx';
import { CareerValue } from '#app/features/professionals/career-value.tsx';
import { MicroTracks } from '#app/features/professionals/micro-tracks.tsx';
import { Salaries } from '#app/features/professionals/salaries.tsx';
import { SealCluster } from '#app/features/professionals/seal-cluster.tsx';
import { Tiers } from '#app/features/professionals/tiers.tsx';
import { ClosingBand } from '#app/features/site-parts/closing-band.tsx';
import { HeroHeader } from '#app/features/site-parts/hero-header.tsx';
import { pageMeta } from '#app/page-meta.ts';
import type { Route } from './+types/professionals';

const { hero, quiz } = professionals;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    ...professionals.meta,
    path: '/professionals',
    data: (origin) => [courseListData(origin)],
  });

export default function ProfessionalsPage() {
  return (
    <>
      <HeroHeader hero={hero} aside={<SealCluster />} />
      <CareerValue />
      <Tiers />
      <MicroTracks />
      <Salaries />
      <AfterCredential />
      <ClosingBand title={quiz.title} text={quiz.text} actions={[quiz.action]} />
    </>
  );
}
