import { accessibility } from '#app/content/accessibility.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/accessibility';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...accessibility.meta, path: '/accessibility' });

export default function AccessibilityPage() {
  return <PageHeader title={accessibility.title} />;
}
