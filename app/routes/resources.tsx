import { resources } from '#app/content/resources.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/resources';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...resources.meta, path: '/resources' });

export default function ResourcesPage() {
  return (
    <PageHeader
      eyebrow={resources.hero.eyebrow}
      title={resources.hero.title}
      intro={resources.hero.lede}
    />
  );
}
