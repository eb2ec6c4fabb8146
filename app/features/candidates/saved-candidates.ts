import { openData } from '#app/data/open-data.ts';
import { toast } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import type { CandidateRow } from './candidate-row.ts';

type SavedCandidate = {
  profile_id: string;
  note: string;
  /** The colleague who saved it. */
  savedBy: string | null;
  /** The team has it, with its note. */
  isShared: boolean;
  candidate: CandidateRow;
};

/** Whom the member, or their team, has put aside, with notes. Undefined until it is known. */
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
        : [
            { profile_id: candidate.id, note: '', savedBy: null, isShared: false, candidate },
            ...list,
          ],
    );
    const client = await openData();
    const table = client.from('saved_candidates');
    const { error } = wasSaved
      ? await table.delete().eq('profile_id', candidate.id)
      : await table.insert({ user_id: userId, profile_id: candidate.id });
    // 23505: another tab was faster, and it is saved.
    if (!error || error.code === '23505') return;
    change((list) => before ?? list?.filter(({ profile_id }) => profile_id !== candidate.id));
    toast({ title: 'Error', description: 'The change was not saved. Try again.', kind: 'error' });
  }

  async function writeNote(id: string, note: string): Promise<boolean> {
    const client = await openData();
    const { error } = await client.from('saved_candidates').update({ note }).eq('profile_id', id);
    if (error) return false;
    change((list) => list?.map((one) => (one.profile_id === id ? { ...one, note } : one)));
    return true;
  }

  return { state, saved, again, isSaved, toggle, writeNote };
}

/** The row types know the table's columns, not those that are computed of them. */
type Row = {
  profile_id: string;
  note: string;
  company_id: string | null;
  saved_by: string | null;
  candidate_profiles: CandidateRow;
};

async function readSaved(): Promise<SavedCandidate[]> {
  const client = await openData();
  const { data, error } = await client
    .from('saved_candidates')
    .select('profile_id, note, company_id, saved_by, candidate_profiles!inner(*)')
    .order('created_at', { ascending: false });
  if (error) throw error;
  // Whom somebody had saved before they joined, and the team too, stands here once: as the team has it.
  const rows = data as unknown as Row[];
  const shared = new Set(rows.filter((row) => row.company_id).map((row) => row.profile_id));
  return rows
    .filter((row) => row.company_id || !shared.has(row.profile_id))
    .map(({ profile_id, note, company_id, saved_by, candidate_profiles: candidate }) => ({
      profile_id,
      note,
      savedBy: saved_by,
      isShared: company_id !== null,
      candidate,
    }));
}
