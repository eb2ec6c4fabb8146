import { useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { callService, ServiceError } from '#app/session/data-service.ts';
import type { LinkArrival } from '#app/session/link-arrival.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import { Waiting } from '#app/ui/waiting.tsx';
import * as links from '#domain/site/links.ts';
import { AccountFailure } from './account-failure.tsx';
import { AccountPage } from './account-page.tsx';

type Arrival = Extract<LinkArrival, { kind: 'session' }>;
type AcceptSessionProps = { arrival: Arrival; onAccepted(): void };

/**
 * A link that carries a session opens the account that its sender chose. So the page says whose account it is, and asks
 * for a click. Only the service can say whose it is: anybody can forge a token's contents.
 */
export function AcceptSession({ arrival, onAccepted }: AcceptSessionProps) {
  const { accessToken } = arrival;
  const { state } = useLoading(() => askOwner(accessToken), { key: accessToken });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function accept() {
    setBusy(true);
    try {
      const client = await openSupabase();
      const { error } = await client.auth.setSession({
        access_token: accessToken,
        refresh_token: arrival.refreshToken,
      });
      if (error) throw error;
      onAccepted();
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  }

  if (state.kind === 'waiting') {
    return (
      <AccountPage title="Checking the link">
        <Waiting>
          <Skeleton lines={3} label="Checking the link…" />
        </Waiting>
      </AccountPage>
    );
  }
  if (state.data?.kind === 'refused') {
    return (
      <AccountPage
        title="This link no longer works"
        intro="It has expired, or its session has ended. Sign in, or ask for a new link."
      >
        <p>
          <ButtonLink size="large" href={links.signIn}>
            Sign In
          </ButtonLink>
        </p>
      </AccountPage>
    );
  }
  if (state.kind === 'failed') {
    return (
      <AccountPage
        title="The link could not be checked"
        intro="The site could not be reached. Open the link again in a moment."
      >
        <p>
          <ButtonLink size="large" variant="secondary" href={links.signIn}>
            Sign In
          </ButtonLink>
        </p>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="Is this your account?"
      intro={
        <>
          The link opens the account of <b>{state.data.address}</b>. If that is not you, close this
          page.
        </>
      }
    >
      <div className="account-form">
        <AccountFailure failure={failure} />
        <Button size="large" isBusy={isBusy} onClick={accept}>
          Continue with this account
        </Button>
      </div>
    </AccountPage>
  );
}

type Owner = { kind: 'known'; address: string } | { kind: 'refused' };

async function askOwner(token: string): Promise<Owner> {
  try {
    const response = await callService('/auth/v1/user', { token });
    const { email, phone }: { email?: string; phone?: string } = await response.json();
    return { kind: 'known', address: email || phone || 'somebody without an address' };
  } catch (error) {
    if (error instanceof ServiceError && error.status < 429) return { kind: 'refused' };
    throw error;
  }
}
