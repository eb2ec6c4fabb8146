import { privacy } from '#app/content/privacy.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/privacy';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...privacy.meta, path: '/privacy' });

export default function PrivacyPage() {
  return <PageHeader title={privacy.title} />;
}
