import { useEffect } from 'react';
import { type BrowserData, openData } from '#app/data/open-data.ts';
import { useLoading } from '#app/ui/use-loading.ts';

/** What the site knows about the caller as an employer. */
export type Employer = {
  /** The company in force now. */
  company: string | null;
  /** Whether candidates see it: not if the member has left it, or staff have closed it. */
  isShown: boolean;
  /** The company in force from the next day, if it was changed today. */
  next: { company: string; from: string } | undefined;
  isConfirmed: boolean;
  /** How many changes are left within a year. */
  changesLeft: number;
};

/** The number of steps left before the first search. */
export const countSteps = ({ isConfirmed, company }: Employer) =>
  Number(!isConfirmed) + Number(company === null);

/** What `read` answers; null, if it is allowed to, only as long as nothing is known. */
export function useEmployer<Known extends Employer | null>({
  read,
}: {
  read: () => Promise<Known>;
}) {
  const { state, again } = useLoading(() => read(), { join: (now, answer) => answer ?? now });

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

/** If it cannot be read, the search shows what it may: the database decides that in any case. */
export const readIfPossible = () => readEmployer().catch(() => null);

export async function readEmployer(known?: BrowserData): Promise<Employer> {
  const client = known ?? (await openData());
  const { data, error } = await client.rpc('employer_state').single();
  if (error) throw error;
  const { company, next_company, next_from, is_confirmed, changes_left, is_shown } = data;
  return {
    company,
    // Servers of the previous version do not send it.
    isShown: is_shown !== false,
    next: next_company && next_from ? { company: next_company, from: next_from } : undefined,
    isConfirmed: is_confirmed === true,
    changesLeft: changes_left ?? 0,
  };
}
