import { accessibility } from '#app/content/accessibility.ts';
import { policyNow } from '#app/content/legal-texts.ts';
import { requestInfo } from '#app/data/data.server.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { PolicyText } from '#app/features/policies/policy-text.tsx';
import type { Route } from './+types/accessibility';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...accessibility.meta, path: '/accessibility' });

export const loader = ({ context }: Route.LoaderArgs) =>
  policyNow('accessibility', context.get(requestInfo).accountRules);

export default function AccessibilityPage({ loaderData }: Route.ComponentProps) {
  return <PolicyText policy={loaderData} />;
}
