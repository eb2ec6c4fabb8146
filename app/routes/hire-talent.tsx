import { hireTalent } from '#app/content/hire-talent.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/hire-talent';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...hireTalent.meta, path: '/hire-talent' });

export default function HireTalentPage() {
  return (
    <PageHeader
      eyebrow={hireTalent.hero.eyebrow}
      title={hireTalent.hero.title}
      intro={hireTalent.hero.lede}
    />
  );
}
