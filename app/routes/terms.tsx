import { terms } from '#app/content/terms.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { PolicyText } from '#app/features/policies/policy-text.tsx';
import type { Route } from './+types/terms';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...terms.meta, path: '/terms' });

export default function TermsPage() {
  return <PolicyText policy={terms} />;
}
