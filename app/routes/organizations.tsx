import { organizations } from '#app/content/organizations.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/organizations';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...organizations.meta, path: '/organizations' });

export default function OrganizationsPage() {
  return (
    <PageHeader
      eyebrow={organizations.hero.eyebrow}
      title={organizations.hero.title}
      intro={organizations.hero.lede}
    />
  );
}
