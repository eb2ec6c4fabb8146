import { useCallback, useEffect, useState } from 'react';
import { type BrowserClient, openSupabase } from '#app/data/supabase.ts';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import type { CandidateRow } from '../candidate-row.ts';

/** The person's profile; null where there is none. */
export async function readOwnProfile(
  client: BrowserClient,
  userId: string,
): Promise<CandidateRow | null> {
  const { data, error } = await client
    .from('candidate_profiles')
    .select('*')
    .eq('user_id', userId)
    .maybeSingle();
  if (error) throw error;
  return data;
}

/** Undefined until it is known. */
export function useOwnProfile(userId: string) {
  const [row, setRow] = useState<CandidateRow | null>();
  const [failure, setFailure] = useState<Failure>();

  const load = useCallback(async () => {
    setFailure(undefined);
    try {
      setRow(await readOwnProfile(await openSupabase(), userId));
    } catch (error) {
      setFailure(failureOf(error));
    }
  }, [userId]);

  // Synchronises with the profile of who is signed in.
  useEffect(() => {
    load();
  }, [load]);

  return { row, setRow, failure, load };
}
