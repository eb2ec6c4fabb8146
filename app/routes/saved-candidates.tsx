import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { SavedScreen } from '#app/features/candidates/saved-screen.tsx';
import { LiveCount } from '#app/live/live-count.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/saved-candidates';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Saved candidates'),
    description: 'The candidates you saved in the search, with your private notes.',
    path: '/saved-candidates',
    isPrivate: true,
  });

export default function SavedCandidatesPage() {
  return (
    <>
      <PageHeader title="Saved candidates" />
      <RequireSession isSensitive>
        {(user) => (
          <>
            <LiveCount userId={user.id} />
            <SavedScreen user={user} />
          </>
        )}
      </RequireSession>
    </>
  );
}
