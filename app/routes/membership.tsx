import { lazy } from 'react';
import { titled } from '#app/content/page-parts.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { StepsBeforePaying } from '#app/features/candidates/steps-before-paying.tsx';
import { MembershipProvider } from '#app/features/membership/membership-provider.tsx';
import {
  MembershipScreen,
  MembershipSpinner,
} from '#app/features/membership/membership-screen.tsx';
import { RequireSession } from '#app/session/require-session.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/membership';

const ResendConfirmation = lazy(async () => ({
  default: (await import('#app/features/accounts/resend-confirmation.tsx')).ResendConfirmation,
}));

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Membership'),
    description:
      'See the status of your employer membership, renew or cancel it, and read what it includes.',
    path: '/membership',
    isPrivate: true,
  });

export default function MembershipPage() {
  return (
    <>
      <PageHeader title="Membership Dashboard" />
      <RequireSession skeleton={<MembershipSpinner />}>
        {(user) => (
          <MembershipProvider>
            <MembershipScreen
              steps={
                <StepsBeforePaying
                  user={user}
                  resend={<ResendConfirmation email={user.email ?? ''} />}
                />
              }
            />
          </MembershipProvider>
        )}
      </RequireSession>
    </>
  );
}
