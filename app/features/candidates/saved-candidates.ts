import { openData } from '#app/data/open-data.ts';
import { toast } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import type { CandidateRow } from './candidate-row.ts';

type SavedCandidate = {
  /** Undefined until the site has answered for one that was just saved. */
  id: string | undefined;
  profile_id: string;
  note: string;
  /** The colleague who saved it. */
  savedBy: string | null;
  /** The team has it, with its note. */
  isShared: boolean;
  candidate: CandidateRow;
};

/** `gone`: the candidate, or the membership, has gone meanwhile. */
export type Written = 'written' | 'failed' | 'gone';

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
        : [{ ...justSaved, profile_id: candidate.id, candidate }, ...list],
    );
    const client = await openData();
    const table = client.from('saved_candidates');
    const { error } = wasSaved
      ? await table.delete().eq('profile_id', candidate.id)
      : await table.insert({ user_id: userId, profile_id: candidate.id });
    // 23505: another tab, or a colleague, was faster, and it is saved. For whom, with what note, is read.
    if (!error || error.code === '23505') {
      if (!wasSaved) again();
      return;
    }
    change((list) => before ?? list?.filter(({ profile_id }) => profile_id !== candidate.id));
    toast({ title: 'Error', description: 'The change was not saved. Try again.', kind: 'error' });
  }

  /** In that row alone: the same candidate may be somebody's own and their team's, each with its note. */
  async function writeNote(id: string, note: string): Promise<Written> {
    const client = await openData();
    const { data, error } = await client
      .from('saved_candidates')
      .update({ note })
      .eq('id', id)
      .select('id');
    if (error) return 'failed';
    if (data.length === 0) return 'gone';
    change((list) => list?.map((one) => (one.id === id ? { ...one, note } : one)));
    return 'written';
  }

  return { state, saved, again, isSaved, toggle, writeNote };
}

const justSaved = { id: undefined, note: '', savedBy: null, isShared: false };

/** The row types know the table's columns, not those that are computed of them. */
type Row = {
  id: string;
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
    .select('id, profile_id, note, company_id, saved_by, candidate_profiles!inner(*)')
    .order('created_at', { ascending: false });
  if (error) throw error;
  // Whom somebody had saved before they joined, and the team too, stands here once: as the team has it.
  const rows = data as unknown as Row[];
  const shared = new Set(rows.filter((row) => row.company_id).map((row) => row.profile_id));
  return rows
    .filter((row) => row.company_id || !shared.has(row.profile_id))
    .map(({ id, profile_id, note, company_id, saved_by, candidate_profiles: candidate }) => ({
      id,
      profile_id,
      note,
      savedBy: saved_by,
      isShared: company_id !== null,
      candidate,
    }));
}
