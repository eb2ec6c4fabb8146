import { policyNow } from '#app/content/legal-texts.ts';
import { terms } from '#app/content/terms.ts';
import { requestInfo } from '#app/data/data.server.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { PolicyText } from '#app/features/policies/policy-text.tsx';
import type { Route } from './+types/terms';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...terms.meta, path: '/terms' });

export const loader = ({ context }: Route.LoaderArgs) =>
  policyNow('terms', context.get(requestInfo).accountRules);

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return <PolicyText policy={loaderData} />;
}
