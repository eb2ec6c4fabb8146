import { fulfillment } from '#app/content/fulfillment.ts';
import { policyNow } from '#app/content/legal-texts.ts';
import { requestInfo } from '#app/data/data.server.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { PolicyText } from '#app/features/policies/policy-text.tsx';
import type { Route } from './+types/fulfillment';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...fulfillment.meta, path: '/fulfillment' });

export const loader = ({ context }: Route.LoaderArgs) =>
  policyNow('fulfillment', context.get(requestInfo).accountRules);

export default function FulfillmentPage({ loaderData }: Route.ComponentProps) {
  return <PolicyText policy={loaderData} />;
}
