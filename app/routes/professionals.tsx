import { professionals } from '#app/content/professionals.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/professionals';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...professionals.meta, path: '/professionals' });

export default function ProfessionalsPage() {
  return (
    <PageHeader
      eyebrow={professionals.hero.eyebrow}
      title={professionals.hero.title}
      intro={professionals.hero.lede}
    />
  );
}
