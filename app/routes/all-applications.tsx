import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { InboxScreen } from '#app/features/inbox/inbox-screen.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/all-applications';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Applications'),
    description:
      'Everybody who applied to your postings on this site, and how far you are with each.',
    path: links.allApplications,
    isPrivate: true,
  });

export default function AllApplicationsPage() {
  return (
    <>
      <PageHeader title="Applications" />
      <RequireSession isSensitive>{(user) => <InboxScreen user={user} />}</RequireSession>
    </>
  );
}
