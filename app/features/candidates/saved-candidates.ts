import { openSupabase } from '#app/data/supabase.ts';
import { toast } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import type { CandidateRow } from './candidate-row.ts';

type SavedCandidate = { profile_id: string; note: string; candidate: CandidateRow };

/** Whom the member has put aside, with their private notes. Undefined until it is known. */
export function useSavedCandidates(userId: string) {
  const { state, again, change } = useLoading(readSaved, { key: userId });
  const saved = state.data;
  const isSaved = (id: string) => saved?.some(({ profile_id }) => profile_id === id) ?? false;

  async function toggle(candidate: CandidateRow) {
    const before = saved;
    const wasSaved = isSaved(candidate.id);
    change((list = []) =>
      wasSaved
        ? list.filter(({ profile_id }) => profile_id !== candidate.id)
        : [{ profile_id: candidate.id, note: '', candidate }, ...list],
    );
    const client = await openSupabase();
    const table = client.from('saved_candidates');
    const { error } = wasSaved
      ? await table.delete().eq('user_id', userId).eq('profile_id', candidate.id)
      : await table.insert({ user_id: userId, profile_id: candidate.id });
    // 23505: another tab was faster, and it is saved.
    if (!error || error.code === '23505') return;
    change((list) => before ?? list?.filter(({ profile_id }) => profile_id !== candidate.id));
    toast({ title: 'Error', description: 'The change was not saved. Try again.', kind: 'error' });
  }

  async function writeNote(id: string, note: string): Promise<boolean> {
    const client = await openSupabase();
    const { error } = await client
      .from('saved_candidates')
      .update({ note })
      .eq('user_id', userId)
      .eq('profile_id', id);
    if (error) return false;
    change((list) => list?.map((one) => (one.profile_id === id ? { ...one, note } : one)));
    return true;
  }

  return { state, saved, again, isSaved, toggle, writeNote };
}

async function readSaved(): Promise<SavedCandidate[]> {
  const client = await openSupabase();
  const { data, error } = await client
    .from('saved_candidates')
    .select('profile_id, note, candidate_profiles!inner(*)')
    .order('created_at', { ascending: false });
  if (error) throw error;
  return data.map(({ profile_id, note, candidate_profiles: candidate }) => ({
    profile_id,
    note,
    candidate,
  }));
}
