import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { ApplicationsScreen } from '#app/features/applications/applications-screen.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/own-applications';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Your applications'),
    description: 'What you have applied for here, how it stands, and what comes next.',
    path: links.applications,
    isPrivate: true,
  });

export default function OwnApplicationsPage() {
  return (
    <>
      <PageHeader
        title="Your applications"
        intro="What you have applied for on this site, and how it stands."
      />
      <RequireSession isSensitive>{(user) => <ApplicationsScreen user={user} />}</RequireSession>
    </>
  );
}
