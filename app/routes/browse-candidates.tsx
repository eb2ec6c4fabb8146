import type { User } from '@supabase/supabase-js';
import { titled } from '#app/content/page-parts.ts';
import { askAhead } from '#app/data/open-data.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { readEmployer, useEmployer } from '#app/features/candidates/use-employer.ts';
import { ManageButton } from '#app/features/membership/manage-button.tsx';
import { MembershipGate } from '#app/features/membership/membership-gate.tsx';
import {
  askMembership,
  MembershipProvider,
} from '#app/features/membership/membership-provider.tsx';
import { MembershipSpinner } from '#app/features/membership/membership-spinner.tsx';
import { SuccessArrival } from '#app/features/membership/success-arrival.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { wasMember } from '#app/shell/session-state.ts';
import { late } from '#app/ui/late.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/browse-candidates';

/** Only members need it. For people who were members last time, it loads while the membership is being checked. */
const CandidateSearchScreen = late(async () => {
  // A small file, loaded before the screen.
  import('#app/features/candidates/use-candidates.ts')
    .then(({ askCandidates }) => askAhead(askCandidates))
    .catch(() => {});
  const screen = await import('#app/features/candidates/candidate-search-screen.tsx');
  return screen.CandidateSearchScreen;
});
if (wasMember()) CandidateSearchScreen.bring().catch(() => {});

/** Only needed by people who have yet to say for whom they recruit, or to confirm their mailbox. */
const importSteps = () => import('#app/features/candidates/steps-before-paying.tsx');
const StepsBeforePaying = late(async () => (await importSteps()).StepsBeforePaying);
const ResendConfirmation = late(
  async () => (await import('#app/features/accounts/resend-confirmation.tsx')).ResendConfirmation,
);

askAhead((data) => Promise.all([askMembership(data), readEmployer(data)]));

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Search candidates'),
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
            Search <span className="whitespace-nowrap">AI-ready</span> candidates
          </>
        }
        intro="People who code, document, audit and teach, and who know how to work with AI. They decided to be found; write to them directly."
      />
      <RequireSession skeleton={<MembershipSpinner />} isSensitive>
        {(user) => (
          <MembershipProvider>
            <SuccessArrival />
            <MembershipGate steps={<Steps user={user} />}>
              <Search user={user} />
            </MembershipGate>
          </MembershipProvider>
        )}
      </RequireSession>
    </>
  );
}

function Steps({ user }: { user: User }) {
  const employer = useEmployer({ read: bringAndRead });
  if (employer.state.kind === 'waiting') return <MembershipSpinner />;
  return (
    <StepsBeforePaying
      waiting={null}
      user={user}
      known={employer}
      resend={<ResendConfirmation email={user.email ?? ''} />}
    />
  );
}

/** Loads the code and its data together, so that both are there at once. */
async function bringAndRead() {
  const [steps] = await Promise.all([importSteps(), StepsBeforePaying.bring()]);
  return steps.readWithSteps();
}

function Search({ user }: { user: User }) {
  return (
    <CandidateSearchScreen
      waiting={<MembershipSpinner />}
      user={user}
      manage={<ManageButton />}
      resend={<ResendConfirmation email={user.email ?? ''} />}
    />
  );
}
