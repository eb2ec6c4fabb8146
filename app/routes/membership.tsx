import type { User } from '@supabase/supabase-js';
import { titled } from '#app/content/page-parts.ts';
import { askAhead } from '#app/data/open-data.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import {
  bringSteps,
  readWithSteps,
  StepsBeforePaying,
} from '#app/features/candidates/steps-before-paying.tsx';
import { readEmployer, useEmployer } from '#app/features/candidates/use-employer.ts';
import {
  askMembership,
  MembershipProvider,
} from '#app/features/membership/membership-provider.tsx';
import { MembershipScreen } from '#app/features/membership/membership-screen.tsx';
import { MembershipSpinner } from '#app/features/membership/membership-spinner.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { late } from '#app/ui/late.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/membership';

const ResendConfirmation = late(
  async () => (await import('#app/features/accounts/resend-confirmation.tsx')).ResendConfirmation,
);

askAhead((data) => Promise.all([askMembership(data), readEmployer(data).then(bringSteps)]));

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Membership Dashboard'),
    description:
      'See the status of your employer membership, renew or cancel it, and read what it includes.',
    path: '/membership',
    isPrivate: true,
  });

export default function MembershipPage() {
  return (
    <>
      <PageHeader title="Membership Dashboard" />
      <RequireSession skeleton={<MembershipSpinner />} isSensitive>
        {(user) => (
          <MembershipProvider>
            <Membership user={user} />
          </MembershipProvider>
        )}
      </RequireSession>
    </>
  );
}

function Membership({ user }: { user: User }) {
  const employer = useEmployer({ read: readWithSteps });
  return (
    <MembershipScreen
      isWaiting={employer.state.kind === 'waiting'}
      steps={
        <StepsBeforePaying
          user={user}
          known={employer}
          resend={<ResendConfirmation email={user.email ?? ''} />}
        />
      }
    />
  );
}
