import { useState } from 'react';
import { readFunction } from '#app/data/call-function.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import type { OwnCredential, OwnCredentials } from '#domain/credentials/credentials.ts';
import * as links from '#domain/site/links.ts';
import { Credits } from './credits.tsx';
import { HeldCredential } from './held-credential.tsx';
import { Waiting } from './waiting.tsx';
import './credentials.css';

/** What somebody holds, what awaits their address, and what it counts towards. */
export function CredentialsScreen({ email }: { email: string | undefined }) {
  const [version, setVersion] = useState(0);
  const [done, setDone] = useState('');
  const { state, again } = useLoading(() => readFunction<OwnCredentials>('own-credentials'), {
    version,
  });
  const onDone = (words: string) => {
    setDone(words);
    setVersion((before) => before + 1);
  };
  return (
    <div className="wrap own-credentials">
      <p role="status" className={done ? 'own-credentials-done' : 'sr-only'}>
        {done}
      </p>
      {state.kind === 'waiting' && <Skeleton lines={8} />}
      {state.failure && (
        <LoadFailure
          title="Your credentials could not be loaded"
          failure={state.failure}
          again={again}
        />
      )}
      {state.data && (
        <>
          {state.data.waiting.length > 0 && (
            <Waiting waiting={state.data.waiting} onDone={onDone} />
          )}
          {validFirst(state.data.held).map((credential) => (
            <HeldCredential key={credential.number} credential={credential} onDone={onDone} />
          ))}
          <Credits credits={state.data.credits} />
          {state.data.held.length === 0 && state.data.waiting.length === 0 && (
            <Nothing isProved={state.data.is_proved} email={email} />
          )}
        </>
      )}
    </div>
  );
}

function Nothing({ isProved, email }: { isProved: boolean; email: string | undefined }) {
  if (!isProved) {
    return (
      <EmptyState
        title="Confirm your email address first"
        action={<ButtonLink href={links.account}>Go to your account</ButtonLink>}
      >
        What was awarded to <bdi>{email ?? 'your address'}</bdi> is shown here once we know that you
        read its email.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No credential is in your account yet"
      action={<ButtonLink href={links.professionals}>See the certifications</ButtonLink>}
    >
      When we award you one, it appears here. Were you certified under another address, or for an
      account that you closed? Write to us from that address, or open the link in the email we sent
      to it.
    </EmptyState>
  );
}

/** Revoked and replaced credentials come last; otherwise the register's order. */
function validFirst(held: readonly OwnCredential[]): OwnCredential[] {
  return held.toSorted((one, other) => Number(isRevoked(one)) - Number(isRevoked(other)));
}

const isRevoked = ({ state }: OwnCredential) => state === 'revoked';
