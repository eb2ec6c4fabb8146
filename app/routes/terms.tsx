import { terms } from '#app/content/terms.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/terms';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...terms.meta, path: '/terms' });

export default function TermsPage() {
  return <PageHeader title={terms.title} />;
}
