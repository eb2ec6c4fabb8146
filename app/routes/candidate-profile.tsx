import { titled } from '#app/content/page-parts.ts';
import { askAhead } from '#app/data/open-data.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { readOwnProfile } from '#app/features/candidates/profile/own-profile.ts';
import { ProfileScreen } from '#app/features/candidates/profile/profile-screen.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/candidate-profile';

askAhead((data, userId) => readOwnProfile(userId, data));

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Candidate profile'),
    description:
      'Create or edit the profile that employers with a membership see when they look for AI-ready people.',
    path: '/candidate-profile',
    isPrivate: true,
  });

export default function CandidateProfilePage() {
  return (
    <>
      <PageHeader
        title="Candidate profile"
        intro="Say what you do and what you look for. You decide who sees it."
      />
      <RequireSession>{(user) => <ProfileScreen user={user} />}</RequireSession>
    </>
  );
}
