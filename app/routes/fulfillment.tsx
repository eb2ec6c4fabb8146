import { fulfillment } from '#app/content/fulfillment.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { PolicyText } from '#app/features/policies/policy-text.tsx';
import type { Route } from './+types/fulfillment';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...fulfillment.meta, path: '/fulfillment' });

export default function FulfillmentPage() {
  return <PolicyText policy={fulfillment} />;
}
