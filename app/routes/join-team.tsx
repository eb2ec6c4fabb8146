import { useSearchParams } from 'react-router';
import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { JoinScreen } from '#app/features/company/people/join-screen.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/join-team';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Join a team'),
    description: 'The page that the link of an invitation opens: work for a company on this site.',
    path: '/my-company/join',
    isPrivate: true,
  });

export default function JoinTeamPage() {
  const token =
    useSearchParams()[0]
      .get('token')
      ?.match(/^[\w-]{20,200}$/)?.[0] ?? '';
  return (
    <>
      <PageHeader title="Join a team" />
      <RequireSession isSensitive>{() => <JoinScreen token={token} />}</RequireSession>
    </>
  );
}
