import { useEffect } from 'react';
import { type BrowserData, openData } from '#app/data/open-data.ts';
import { useLoading } from '#app/ui/use-loading.ts';
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

export function useEmployer(read: () => Promise<Employer> = readEmployer) {
  const { state, again } = useLoading(() => read(), {
    // What was known before is still the best guess.
    onFailed: (_, isThere) => isThere || tellFailure(),
  });

  // Synchronises with somebody who comes back from their mailbox.
  useEffect(() => {
    const readAgain = () => {
      if (!document.hidden) again();
    };
    document.addEventListener('visibilitychange', readAgain);
    return () => document.removeEventListener('visibilitychange', readAgain);
  }, [again]);

  return { state, again };
}

export async function readEmployer(known?: BrowserData): Promise<Employer> {
  const client = known ?? (await openData());
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
