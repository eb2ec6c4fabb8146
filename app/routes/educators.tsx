import { educators } from '#app/content/educators.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { MarkedSyllabus } from '#app/features/educators/marked-syllabus.tsx';
import { Partnerships } from '#app/features/educators/partnerships.tsx';
import { Planning } from '#app/features/educators/planning.tsx';
import { ClosingBand } from '#app/site-parts/closing-band.tsx';
import { HeroHeader } from '#app/site-parts/hero-header.tsx';
import type { Route } from './+types/educators';

const { hero, closing } = educators;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...educators.meta, path: '/educators' });

export default function EducatorsPage() {
  return (
    <>
      <HeroHeader hero={hero} aside={<MarkedSyllabus />} />
      <Partnerships />
      <Planning />
      <ClosingBand title={closing.title} text={closing.text} actions={[closing.action]} />
    </>
  );
}
