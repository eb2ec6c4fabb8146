import { hireTalent } from '#app/content/hire-talent.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { Onboarding } from '#app/features/hire-talent/onboarding.tsx';
import { PlanColumns } from '#app/features/hire-talent/plan-columns.tsx';
import { ProfileSheet } from '#app/features/hire-talent/profile-sheet.tsx';
import { ReadingAProfile } from '#app/features/hire-talent/reading-a-profile.tsx';
import { ClosingBand } from '#app/site-parts/closing-band.tsx';
import { HeroHeader } from '#app/site-parts/hero-header.tsx';
import type { Route } from './+types/hire-talent';

const { hero, closing } = hireTalent;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...hireTalent.meta, path: '/hire-talent' });

export default function HireTalentPage() {
  return (
    <>
      <HeroHeader hero={hero} aside={<ProfileSheet />} />
      <Onboarding />
      <PlanColumns />
      <ReadingAProfile />
      <ClosingBand title={closing.title} text={closing.text} actions={closing.actions} />
    </>
  );
}
