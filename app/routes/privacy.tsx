import { privacy } from '#app/content/privacy.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { PolicyText } from '#app/features/policies/policy-text.tsx';
import type { Route } from './+types/privacy';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...privacy.meta, path: '/privacy' });

export default function PrivacyPage() {
  return <PolicyText policy={privacy} />;
}
