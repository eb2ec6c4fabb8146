import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { Button } from '#app/ui/button.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { toastToo } from '#app/ui/use-form.ts';
import { AccountFailure } from '../account-failure.tsx';
import { passkeyFailure } from './passkey-failure.ts';
import { passkeyObstacle } from './passkey-place.ts';
import type { WayFormProps } from './totp-form.tsx';

/** Asks the browser for the passkey; fingerprint, face or key are up to the browser. */
export function PasskeyForm({ factorId, onBegin, onDone }: WayFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function use() {
    setBusy(true);
    setFailure(undefined);
    onBegin?.();
    const failed = await takePasskey(factorId);
    if (!failed) return onDone();
    setBusy(false);
    setFailure(failed);
    toastToo('Error', failed.message);
  }

  const obstacle = passkeyObstacle(location.hostname);
  if (obstacle) return <p>{obstacle}</p>;
  return (
    <div className="account-form">
      <AccountFailure failure={failure} />
      <p>Your browser asks for the fingerprint, face or key that you set up.</p>
      <Button size="large" isBusy={isBusy} onClick={use}>
        {!isBusy && <KeyRound aria-hidden="true" />}
        {isBusy ? 'Waiting for your browser…' : 'Use your passkey'}
      </Button>
    </div>
  );
}

async function takePasskey(factorId: string): Promise<Failure | undefined> {
  try {
    const client = await openSupabase();
    const { error } = await client.auth.mfa.webauthn.authenticate({ factorId });
    return error ? passkeyFailure(error, 'use') : undefined;
  } catch (error) {
    return failureOf(error);
  }
}
