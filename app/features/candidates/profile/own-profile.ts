import { openSupabase } from '#app/data/supabase.ts';
import type { CandidateRow } from '../candidate-row.ts';

/** The person's profile; null where there is none. */
export async function readOwnProfile(userId: string): Promise<CandidateRow | null> {
  const client = await openSupabase();
  const { data, error } = await client
    .from('candidate_profiles')
    .select('*')
    .eq('user_id', userId)
    .maybeSingle();
  if (error) throw error;
  return data;
}
