import { useState } from 'react';
import { openSupabase } from '#app/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { claimsOf } from '#domain/assurance.ts';
import type { LinkArrival } from '#domain/link-arrival.ts';
import { AccountPage } from './account-page.tsx';
import { FormFailure } from './form-failure.tsx';

type AcceptSessionProps = {
  arrival: Extract<LinkArrival, { kind: 'session' }>;
  onAccepted(): void;
};

/**
 * A link that brings a session opens the account that its sender chose. So the page says whose that
 * is, and a click is needed.
 */
export function AcceptSession({ arrival, onAccepted }: AcceptSessionProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function accept() {
    setBusy(true);
    try {
      const client = await openSupabase();
      const { error } = await client.auth.setSession({
        access_token: arrival.accessToken,
        refresh_token: arrival.refreshToken,
      });
      if (error) throw error;
      onAccepted();
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  }

  return (
    <AccountPage
      title="Is this your account?"
      intro={
        <>
          The link opens the account of <b>{String(claimsOf(arrival.accessToken).email)}</b>. If
          that is not you, close this page.
        </>
      }
    >
      <div className="account-form">
        <FormFailure failure={failure} />
        <Button size="large" isBusy={isBusy} onClick={accept}>
          Continue with this account
        </Button>
      </div>
    </AccountPage>
  );
}
