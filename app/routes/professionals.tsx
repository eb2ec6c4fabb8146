import { professionals } from '#app/content/professionals.ts';
import { dataClient } from '#app/data/data.server.ts';
import { readHolders } from '#app/data/read-holders.ts';
import { courseListData } from '#app/documents/course-data.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { AfterCredential } from '#app/features/professionals/after-credential.tsx';
import { CareerValue } from '#app/features/professionals/career-value.tsx';
import { MicroTracks } from '#app/features/professionals/micro-tracks.tsx';
import { Salaries } from '#app/features/professionals/salaries.tsx';
import { SealCluster } from '#app/features/professionals/seal-cluster.tsx';
import { Tiers } from '#app/features/professionals/tiers.tsx';
import { ClosingBand } from '#app/site-parts/closing-band.tsx';
import { HeroHeader } from '#app/site-parts/hero-header.tsx';
import { InTheRegister } from '#app/site-parts/in-the-register.tsx';
import type { Route } from './+types/professionals';

const { hero, quiz } = professionals;

export async function loader({ context }: Route.LoaderArgs) {
  return { holders: await readHolders(context.get(dataClient)) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    ...professionals.meta,
    path: '/professionals',
    data: (origin) => [courseListData(origin)],
  });

export default function ProfessionalsPage({ loaderData: { holders } }: Route.ComponentProps) {
  return (
    <>
      <HeroHeader hero={hero} aside={<SealCluster />} />
      <CareerValue />
      <Tiers holders={holders} />
      <MicroTracks />
      <Salaries />
      <InTheRegister tier="applied-practice" />
      <AfterCredential />
      <ClosingBand title={quiz.title} text={quiz.text} actions={[quiz.action]} />
    </>
  );
}
