import type { User } from '@supabase/supabase-js';
import { titled } from '#app/content/page-parts.ts';
import { askAhead } from '#app/data/open-data.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import {
  askMembership,
  MembershipProvider,
} from '#app/features/membership/membership-provider.tsx';
import { useMembership } from '#app/features/membership/use-membership.ts';
import { MyJobsScreen } from '#app/features/own-jobs/my-jobs-screen.tsx';
import { readOwnJobs } from '#app/features/own-jobs/own-jobs.ts';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/my-jobs';

askAhead((data) => Promise.all([askMembership(data), readOwnJobs(data)]));

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('My jobs'),
    description:
      'The jobs that you have posted: how often they are read and applied to, and everything you can change.',
    path: '/my-jobs',
    isPrivate: true,
  });

export default function MyJobsPage() {
  return (
    <>
      <PageHeader title="My jobs" />
      <RequireSession isSensitive>
        {(user) => (
          <MembershipProvider>
            <MyJobs user={user} />
          </MembershipProvider>
        )}
      </RequireSession>
    </>
  );
}

function MyJobs({ user }: { user: User }) {
  const { state } = useMembership();
  return (
    <MyJobsScreen user={user} isMember={state.status === 'known' ? state.subscribed : undefined} />
  );
}
