import { useCallback, useEffect, useRef, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { tellFailure } from './tell-failure.ts';

/** What the site knows of the caller as an employer. */
export type Employer = {
  /** The company that counts now. */
  company: string | null;
  /** The one that counts from the next day, where it was changed today. */
  next: { company: string; from: string } | undefined;
  isConfirmed: boolean;
  /** How often within a year it can still be changed. */
  changesLeft: number;
};

export type EmployerState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'known'; employer: Employer };

export function useEmployer() {
  const [state, setState] = useState<EmployerState>({ kind: 'loading' });
  const isKnown = useRef(false);

  const read = useCallback(async () => {
    try {
      const employer = await readEmployer();
      isKnown.current = true;
      setState({ kind: 'known', employer });
    } catch {
      // What was known before is still the best guess.
      if (isKnown.current) return;
      setState({ kind: 'failed' });
      tellFailure();
    }
  }, []);

  // Synchronises with the service, again when somebody comes back from their mailbox.
  useEffect(() => {
    read();
    const readAgain = () => {
      if (!document.hidden) read();
    };
    document.addEventListener('visibilitychange', readAgain);
    return () => document.removeEventListener('visibilitychange', readAgain);
  }, [read]);

  return { state, read };
}

async function readEmployer(): Promise<Employer> {
  const client = await openSupabase();
  const { data, error } = await client.rpc('employer_state').single();
  if (error) throw error;
  const { company, next_company, next_from, is_confirmed, changes_left } = data;
  return {
    company,
    next: next_company && next_from ? { company: next_company, from: next_from } : undefined,
    isConfirmed: is_confirmed === true,
    changesLeft: changes_left ?? 0,
  };
}
