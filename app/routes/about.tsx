import { about } from '#app/content/about.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { Credentials } from '#app/features/about/credentials.tsx';
import { DecisionLog } from '#app/features/about/decision-log.tsx';
import { Framework } from '#app/features/about/framework.tsx';
import { Mission } from '#app/features/about/mission.tsx';
import { Story } from '#app/features/about/story.tsx';
import { Values } from '#app/features/about/values.tsx';
import { ClosingBand } from '#app/site-parts/closing-band.tsx';
import { HeroHeader } from '#app/site-parts/hero-header.tsx';
import type { Route } from './+types/about';

const { hero, closing } = about;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...about.meta, path: '/about' });

export default function AboutPage() {
  return (
    <>
      <HeroHeader hero={hero} aside={<DecisionLog />} />
      <Mission />
      <Story />
      <Values />
      <Framework />
      <Credentials />
      <ClosingBand title={closing.title} text={closing.text} actions={closing.actions} />
    </>
  );
}
