import { type BrowserData, openData } from '#app/data/open-data.ts';
import type { CandidateRow } from '../candidate-row.ts';

/** The person's profile; null where there is none. */
export async function readOwnProfile(
  userId: string,
  known?: BrowserData,
): Promise<CandidateRow | null> {
  const client = known ?? (await openData());
  const { data, error } = await client
    .from('candidate_profiles')
    .select('*')
    .eq('user_id', userId)
    .maybeSingle();
  if (error) throw error;
  return data;
}
