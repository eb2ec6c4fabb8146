import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { AlertsScreen } from '#app/features/alerts/alerts-screen.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/alerts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Your alerts'),
    description:
      'Searches that come back by email when there is something new, and jobs that fit you.',
    path: links.alerts,
    isPrivate: true,
  });

export default function AlertsPage() {
  return (
    <>
      <PageHeader
        title="Your alerts"
        intro="Each tells you about new results once. When there is nothing new, it sends nothing."
      />
      <RequireSession>{(user) => <AlertsScreen user={user} />}</RequireSession>
    </>
  );
}
