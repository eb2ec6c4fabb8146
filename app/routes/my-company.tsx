import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { TeamsScreen } from '#app/features/company/people/teams-screen.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/my-company';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('My company'),
    description: 'The companies that you work for on this site, and who works there with you.',
    path: '/my-company',
    isPrivate: true,
  });

export default function MyCompanyPage() {
  return (
    <>
      <PageHeader title="My company" />
      <RequireSession isSensitive>{(user) => <TeamsScreen user={user} />}</RequireSession>
    </>
  );
}
