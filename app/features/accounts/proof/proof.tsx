import type { User } from '@supabase/supabase-js';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { LateDialog } from '#app/ui/late-dialog.tsx';
import { canRenewSignIn, type Proof } from './prove.ts';

const loadDialog = async () => (await import('./proof-dialog.tsx')).default;

type Ask = () => Promise<Proof | undefined>;
type Answer = { error: { code?: string | undefined } | null };

const ProofContext = createContext<Ask>(async () => undefined);

/**
 * Does what the service allows only soon after a sign-in. Where the sign-in is older, the person is
 * asked for a proof in between, and it is done again; what they typed stays where it is.
 */
export function useProof() {
  const ask = useContext(ProofContext);
  return async function withProof<A extends Answer>(
    work: (proof: Proof) => Promise<A>,
  ): Promise<A> {
    const answer = await work({});
    if (answer.error?.code !== 'reauthentication_needed') return answer;
    const proof = await ask();
    return proof ? work(proof) : answer;
  };
}

type ProofProviderProps = {
  user: User;
  /** For somebody who may well not know the password. */
  prefersMailbox?: boolean;
  children: ReactNode;
};

export function ProofProvider({ user, prefersMailbox, children }: ProofProviderProps) {
  const [waiting, setWaiting] = useState<{ canRenew: boolean; tell(proof?: Proof): void }>();
  const ask = useCallback<Ask>(async () => {
    const canRenew = await canRenewSignIn();
    return new Promise((tell) => setWaiting({ canRenew, tell }));
  }, []);

  function close(proof?: Proof) {
    waiting?.tell(proof);
    setWaiting(undefined);
  }

  return (
    <ProofContext value={ask}>
      {children}
      {waiting && (
        <LateDialog load={loadDialog} onFailed={() => close()}>
          {(ProofDialog) => (
            <ProofDialog
              user={user}
              prefersMailbox={prefersMailbox}
              canRenew={waiting.canRenew}
              onClose={close}
            />
          )}
        </LateDialog>
      )}
    </ProofContext>
  );
}
