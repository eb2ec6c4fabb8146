import { fulfillment } from '#app/content/fulfillment.ts';
import { pageMeta } from '#app/page-meta.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/fulfillment';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...fulfillment.meta, path: '/fulfillment' });

export default function FulfillmentPage() {
  return <PageHeader title={fulfillment.title} />;
}
