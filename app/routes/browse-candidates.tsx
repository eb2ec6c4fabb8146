import { lazy, Suspense } from 'react';
import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { ManageButton } from '#app/features/membership/manage-button.tsx';
import { MembershipGate } from '#app/features/membership/membership-gate.tsx';
import { MembershipProvider } from '#app/features/membership/membership-provider.tsx';
import { MembershipSpinner } from '#app/features/membership/membership-screen.tsx';
import { SuccessArrival } from '#app/features/membership/success-arrival.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/browse-candidates';

/** Only members need it. */
const CandidateSearchScreen = lazy(async () => ({
  default: (await import('#app/features/candidates/candidate-search-screen.tsx'))
    .CandidateSearchScreen,
}));

/** Only members whose mailbox is not confirmed yet need it. */
const ResendConfirmation = lazy(async () => ({
  default: (await import('#app/features/accounts/resend-confirmation.tsx')).ResendConfirmation,
}));

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
      <PageHeader
        title={
          <>
            Search <span className="whitespace-nowrap">AI-ready</span> talent
          </>
        }
        intro="People who code, document, audit and teach, and who know how to work with AI. They decided to be found; write to them directly."
      />
      <RequireSession skeleton={<MembershipSpinner />} isSensitive>
        {(user) => (
          <MembershipProvider>
            <SuccessArrival />
            <MembershipGate>
              <Suspense fallback={<MembershipSpinner />}>
                <CandidateSearchScreen
                  user={user}
                  manage={<ManageButton />}
                  resend={<ResendConfirmation email={user.email ?? ''} />}
                />
              </Suspense>
            </MembershipGate>
          </MembershipProvider>
        )}
      </RequireSession>
    </>
  );
}
