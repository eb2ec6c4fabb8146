import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { AccountScreen } from '#app/features/accounts/settings/account-screen.tsx';
import { LiveCount } from '#app/live/live-count.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/account';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Your account'),
    description:
      'Change your name, email address and password, add a second step, and see where you are signed in.',
    path: '/account',
    isPrivate: true,
  });

export default function AccountPage() {
  return (
    <>
      <PageHeader title="Your account" />
      <RequireSession isSensitive>
        {(user) => (
          <>
            <LiveCount userId={user.id} />
            <AccountScreen user={user} />
          </>
        )}
      </RequireSession>
    </>
  );
}
