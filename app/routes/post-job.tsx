import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { PostJobScreen } from '#app/features/own-jobs/post-job-screen.tsx';
import { LiveCount } from '#app/live/live-count.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/post-job';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Post a job'),
    description:
      'Post a healthcare AI job for free: say what the work is, who to contact and where to apply.',
    path: '/post-job',
    isPrivate: true,
  });

const refusal = {
  title: 'Authentication required',
  description: 'Please sign in to post a job',
};

export default function PostJobPage() {
  return (
    <>
      <PageHeader
        title="Post a New Job"
        intro="Free of charge. It takes about three minutes, and a draft is kept on this device as you write."
      />
      <RequireSession refusal={refusal}>
        {(user) => (
          <>
            <LiveCount userId={user.id} />
            <PostJobScreen user={user} />
          </>
        )}
      </RequireSession>
    </>
  );
}
