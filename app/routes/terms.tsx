import { terms } from '#app/content/terms.ts';
import { PolicyText } from '#app/features/policies/policy-text.tsx';
import { pageMeta } from '#app/page-meta.ts';
import type { Route } from './+types/terms';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...terms.meta, path: '/terms' });

export default function TermsPage() {
  return <PolicyText policy={terms} />;
}
