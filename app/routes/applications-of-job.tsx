import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { InboxScreen } from '#app/features/inbox/inbox-screen.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/applications-of-job';

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, {
    title: titled('Applications to a posting'),
    description: 'Everybody who applied to this posting, and how far you are with each.',
    path: links.applicationsOf(params.id),
    isPrivate: true,
  });

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Stands for a truncated address: a posting that nobody has. */
const none = '00000000-0000-0000-0000-000000000000';

export default function ApplicationsOfJobPage({ params }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title="Applications" />
      <RequireSession isSensitive>
        {(user) => (
          <InboxScreen key={params.id} user={user} job={isId.test(params.id) ? params.id : none} />
        )}
      </RequireSession>
    </>
  );
}
