import { titled } from '#app/content/page-parts.ts';
import { TalentSearch } from '#app/features/talent/talent-search.tsx';
import { pageMeta } from '#app/page-meta.ts';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/browse-candidates';

export const handle = { hydrate: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Search talent'),
    description:
      'Search AI-ready healthcare candidates by headline, location and experience with an employer membership.',
    path: '/browse-candidates',
    isPrivate: true,
  });

export default function BrowseCandidatesPage() {
  return (
    <>
      <PageHeader title="Search AI-ready talent" />
      <RequireSession isSensitive>{(user) => <TalentSearch user={user} />}</RequireSession>
    </>
  );
}
