import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { MyCompanyScreen } from '#app/features/company/my-company-screen.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { late } from '#app/ui/late.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/my-company';

/** People without a company need none of it. */
const PeopleSection = late(
  async () => (await import('#app/features/company/people/people-section.tsx')).PeopleSection,
);

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('My company'),
    description: 'What everybody reads of your company, and what it has proved.',
    path: links.myCompany,
    isPrivate: true,
  });

export default function MyCompanyPage() {
  return (
    <>
      <PageHeader title="My company" />
      <RequireSession isSensitive>
        {(user) => (
          <MyCompanyScreen
            user={user}
            people={(company, again) => (
              <PeopleSection user={user} company={company} onLeft={again} />
            )}
          />
        )}
      </RequireSession>
    </>
  );
}
