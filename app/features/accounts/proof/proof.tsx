import type { User } from '@supabase/supabase-js';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { type Answer as CallAnswer, callFunction } from '#app/data/call-function.ts';
import { late } from '#app/ui/late.tsx';
import { canRenewSignIn, type Proof } from './prove.ts';

const ProofDialog = late(async () => (await import('./proof-dialog.tsx')).default);

type Ask = () => Promise<Proof | undefined>;
type Answer = { error: { code?: string | undefined } | null };

const ProofContext = createContext<Ask>(async () => undefined);

/**
 * Does something that the service allows only soon after signing in. If the sign-in is older, asks for a proof and
 * retries; what was typed stays.
 */
export function useProof() {
  const ask = useContext(ProofContext);
  return async function withProof<A extends Answer>(
    work: (proof: Proof) => Promise<A>,
  ): Promise<A> {
    const answer = await work({});
    if (!(await isProofAsked(answer))) return answer;
    const proof = await ask();
    return proof ? work(proof) : answer;
  };
}

/** The site's own functions require it too. For those a Supabase project accepts no proof, only a new sign-in. */
async function isProofAsked({ error }: Answer): Promise<boolean> {
  if (error?.code === 'reauthentication_needed') return true;
  return error?.code === 'recent_sign_in_needed' && canRenewSignIn();
}

/** Calls one of the site's functions, with a proof if it requires one. */
export function useProvenCall() {
  const withProof = useProof();
  return async <Data,>(...call: Parameters<typeof callFunction>): Promise<CallAnswer<Data>> => {
    const { answer } = await withProof(async () => {
      const answer = await callFunction<Data>(...call);
      return { answer, error: 'failure' in answer ? answer.failure : null };
    });
    return answer;
  };
}

type ProofProviderProps = {
  user: User;
  /** For people who may well not know their password. */
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
        <ProofDialog
          onLost={() => close()}
          user={user}
          prefersMailbox={prefersMailbox}
          canRenew={waiting.canRenew}
          onClose={close}
        />
      )}
    </ProofContext>
  );
}
