import { type BrowserData, openData } from '#app/data/open-data.ts';
import type { CandidateRow } from '../candidate-row.ts';

/** If staff have hidden it, nothing makes it public. */
export type OwnRow = CandidateRow & { is_hidden_by_staff?: boolean };

/** The person's profile; null if there is none. */
export async function readOwnProfile(userId: string, known?: BrowserData): Promise<OwnRow | null> {
  const client = known ?? (await openData());
  const { data, error } = await client
    .from('candidate_profiles')
    .select('*, is_hidden_by_staff')
    .eq('user_id', userId)
    .maybeSingle();
  if (error) throw error;
  // The generated row types do not include computed columns.
  return data as OwnRow | null;
}
