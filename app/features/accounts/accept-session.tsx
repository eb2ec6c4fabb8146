import { useEffect, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { callService, ServiceError } from '#app/session/data-service.ts';
import type { LinkArrival } from '#app/session/link-arrival.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Waiting } from '#app/ui/waiting.tsx';
import * as links from '#domain/links.ts';
import { AccountPage } from './account-page.tsx';
import { FormFailure } from './form-failure.tsx';

type Arrival = Extract<LinkArrival, { kind: 'session' }>;
type AcceptSessionProps = { arrival: Arrival; onAccepted(): void };

/**
 * A link that brings a session opens the account that its sender chose. So the page says whose that
 * is, and a click is needed. Whose it is, only the service can say: the token is anybody's writing.
 */
export function AcceptSession({ arrival, onAccepted }: AcceptSessionProps) {
  const owner = useOwner(arrival);
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

  if (owner.kind === 'checking') {
    return (
      <AccountPage title="Checking the link">
        <Waiting>
          <Skeleton lines={3} label="Checking the link…" />
        </Waiting>
      </AccountPage>
    );
  }
  if (owner.kind === 'refused') {
    return (
      <AccountPage
        title="This link does not work any more"
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
  if (owner.kind === 'unreachable') {
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
          The link opens the account of <b>{owner.address}</b>. If that is not you, close this page.
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

type Owner =
  | { kind: 'checking' }
  | { kind: 'known'; address: string }
  | { kind: 'refused' }
  | { kind: 'unreachable' };

function useOwner({ accessToken }: Arrival): Owner {
  const [owner, setOwner] = useState<Owner>({ kind: 'checking' });
  // Synchronises once with what the service says of the session.
  useEffect(() => {
    let isOver = false;
    askOwner(accessToken).then((found) => {
      if (!isOver) setOwner(found);
    });
    return () => {
      isOver = true;
    };
  }, [accessToken]);
  return owner;
}

async function askOwner(token: string): Promise<Owner> {
  try {
    const response = await callService('/auth/v1/user', { token });
    const { email, phone }: { email?: string; phone?: string } = await response.json();
    return { kind: 'known', address: email || phone || 'somebody without an address' };
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.status < 429;
    return { kind: isRefused ? 'refused' : 'unreachable' };
  }
}
