import { educators } from '#app/content/educators.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/educators';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...educators.meta, path: '/educators' });

export default function EducatorsPage() {
  return (
    <PageHeader
      eyebrow={educators.hero.eyebrow}
      title={educators.hero.title}
      intro={educators.hero.lede}
    />
  );
}
