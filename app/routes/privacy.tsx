import { privacy } from '#app/content/privacy.ts';
import { PolicyText } from '#app/features/policies/policy-text.tsx';
import { pageMeta } from '#app/page-meta.ts';
import type { Route } from './+types/privacy';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...privacy.meta, path: '/privacy' });

export default function PrivacyPage() {
  return <PolicyText policy={privacy} />;
}
