import { policyNow } from '#app/content/legal-texts.ts';
import { privacy } from '#app/content/privacy.ts';
import { requestInfo } from '#app/data/data.server.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { PolicyText } from '#app/features/policies/policy-text.tsx';
import type { Route } from './+types/privacy';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...privacy.meta, path: '/privacy' });

export const loader = ({ context }: Route.LoaderArgs) =>
  policyNow('privacy', context.get(requestInfo).accountRules);

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return <PolicyText policy={loaderData} />;
}
