import { useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { needsSecondFactor } from '#app/session/assurance.ts';
import { Button } from '#app/ui/button.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { AccountFailure } from '../account-failure.tsx';
import { passkeyFailure } from '../factors/passkey-failure.ts';

export type PasskeyButtonProps = {
  /** Called before a request that may complete the sign-in. */
  onBegin(): void;
  onEnd(): void;
  onSignedIn(userId: string): Promise<void>;
};

/** Signs in with a passkey alone. Nobody types who they are: the browser shows the passkeys that it has. */
export function PasskeyButton({ onBegin, onEnd, onSignedIn }: PasskeyButtonProps) {
  const isReady = useHydrated();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function use() {
    setBusy(true);
    setFailure(undefined);
    onBegin();
    const answer = await signInByPasskey();
    if ('failure' in answer) {
      onEnd();
      setFailure(answer.failure);
      return setBusy(false);
    }
    // If a second factor is needed, the screen shows that step itself.
    if (!answer.isHalfDone) await onSignedIn(answer.userId);
  }

  return (
    <>
      <AccountFailure failure={failure} />
      <Button variant="secondary" size="large" disabled={!isReady} isBusy={isBusy} onClick={use}>
        {isBusy ? 'Waiting for your browser…' : 'Continue with a passkey'}
      </Button>
    </>
  );
}

async function signInByPasskey(): Promise<
  { failure: Failure } | { userId: string; isHalfDone: boolean }
> {
  try {
    const client = await openSupabase();
    const { data, error } = await client.auth.signInWithPasskey();
    if (error) return { failure: passkeyFailure(error, 'use') };
    if (!data.session) throw new Error('The passkey opened no session.');
    return { userId: data.session.user.id, isHalfDone: needsSecondFactor(data.session) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
