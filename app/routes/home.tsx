import { home } from '#app/content/home.ts';
import { organizationData, webSiteData } from '#app/documents/organization-data.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { Approach } from '#app/features/home/approach.tsx';
import { Audiences } from '#app/features/home/audiences.tsx';
import { Difference } from '#app/features/home/difference.tsx';
import { HardQuestions } from '#app/features/home/hard-questions.tsx';
import { Proof } from '#app/features/home/proof.tsx';
import { QuickAnswers } from '#app/features/home/quick-answers.tsx';
import { RevenueCycle } from '#app/features/home/revenue-cycle.tsx';
import { Sandbox } from '#app/features/home/sandbox.tsx';
import { Services } from '#app/features/home/services.tsx';
import { TwoWays } from '#app/features/home/two-ways.tsx';
import { ClaimPath } from '#app/pictures/claim-path.tsx';
import { HeroHeader } from '#app/site-parts/hero-header.tsx';
import type { Route } from './+types/home';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    ...home.meta,
    path: '/',
    data: (origin) => [organizationData(origin), webSiteData(origin)],
  });

export default function HomePage() {
  return (
    <>
      <HeroHeader hero={home.hero} aside={<ClaimPath />} />
      <HardQuestions />
      <Difference />
      <Audiences />
      <Services />
      <Proof />
      <Approach />
      <RevenueCycle />
      <Sandbox />
      <QuickAnswers />
      <TwoWays />
    </>
  );
}
