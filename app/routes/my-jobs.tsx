import type { User } from '@supabase/supabase-js';
import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { MembershipProvider } from '#app/features/membership/membership-provider.tsx';
import { useMembership } from '#app/features/membership/use-membership.ts';
import { MyJobsScreen } from '#app/features/own-jobs/my-jobs-screen.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/my-jobs';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('My postings'),
    description:
      'The jobs that you have posted: how often they are read and applied to, and everything you can change.',
    path: '/my-jobs',
    isPrivate: true,
  });

export default function MyJobsPage() {
  return (
    <>
      <PageHeader title="My postings" />
      <RequireSession isSensitive>
        {(user) => (
          <MembershipProvider>
            <Postings user={user} />
          </MembershipProvider>
        )}
      </RequireSession>
    </>
  );
}

function Postings({ user }: { user: User }) {
  const { state } = useMembership();
  return (
    <MyJobsScreen user={user} isMember={state.status === 'known' ? state.subscribed : undefined} />
  );
}
