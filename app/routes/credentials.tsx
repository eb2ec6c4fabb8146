import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { CredentialsScreen } from '#app/features/credentials/credentials-screen.tsx';
import { LiveCount } from '#app/live/live-count.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/credentials';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Your credentials'),
    description:
      'What we awarded to you: certificates, badges and files to show, and who may see them.',
    path: links.credentials,
    isPrivate: true,
  });

export default function CredentialsPage() {
  return (
    <>
      <PageHeader title="Your credentials" />
      <RequireSession isSensitive>
        {(user) => (
          <>
            <LiveCount userId={user.id} />
            <CredentialsScreen email={user.email} />
          </>
        )}
      </RequireSession>
    </>
  );
}
