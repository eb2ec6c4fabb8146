import { useState } from 'react';
import { type BrowserData, openData } from '#app/data/open-data.ts';
import { toastError } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import type { CandidateRow } from './candidate-row.ts';

type SavedCandidate = {
  /** Undefined until the site has confirmed one that was just saved. */
  id: string | undefined;
  profile_id: string;
  note: string;
  /** When it was last written. */
  version: string;
  /** The colleague who saved it. */
  savedBy: string | null;
  /** Shared with the team, including its note. */
  isShared: boolean;
  candidate: CandidateRow;
};

/** A note as somebody last saw it. */
export type SeenNote = Pick<SavedCandidate, 'note' | 'version'>;

/** `gone`: the candidate, or the membership, no longer exists. `changed`: a colleague, or another tab, was faster. */
export type Written = { kind: 'written' | 'failed' | 'gone' } | { kind: 'changed'; now: SeenNote };

/** The candidates that the member or their team has saved, with notes. Undefined until known. */
export function useSavedCandidates(userId: string) {
  const { state, again, change } = useLoading(readSaved, { key: userId });
  const saved = state.data;
  const isSaved = (id: string) => saved?.some(({ profile_id }) => profile_id === id) ?? false;
  // The candidate whose note would be deleted along with them: that is confirmed first.
  const [asked, setAsked] = useState<SavedCandidate>();

  function toggle(candidate: CandidateRow) {
    const entry = saved?.find(({ profile_id }) => profile_id === candidate.id);
    if (entry?.note) setAsked(entry);
    else void set(candidate);
  }

  async function set(candidate: CandidateRow, isAsked = false) {
    const entry = saved?.find(({ profile_id }) => profile_id === candidate.id);
    const wasSaved = entry !== undefined;
    change((list = []) =>
      wasSaved
        ? list.filter(({ profile_id }) => profile_id !== candidate.id)
        : [{ ...justSaved, profile_id: candidate.id, candidate }, ...list],
    );
    const client = await openData();
    const table = client.from('saved_candidates');
    // Only this row: the person may have another one, from before they joined a team, whose note they were not asked
    // about.
    const leaves = entry?.id
      ? table.delete().eq('id', entry.id)
      : table.delete().eq('profile_id', candidate.id);
    const { error } = wasSaved
      ? // Without a question there was no note, unless a colleague has written one since: then delete nothing.
        await (isAsked ? leaves : leaves.eq('note', ''))
      : await table.insert({ user_id: userId, profile_id: candidate.id });
    // 23505: another tab or a colleague was faster, so it is saved. Read by whom, and with what note.
    if (!error || error.code === '23505') return again();
    // Undo only this one: others may have been saved and removed in the meantime.
    change((list) => {
      const others = list?.filter(({ profile_id }) => profile_id !== candidate.id);
      return entry && others ? [entry, ...others] : others;
    });
    again();
    // Refused by the policy, or the profile has been deleted: a retry would be refused, too.
    toastError(
      /^(42501|23503)$/.test(error.code) ? noLongerOpen : 'The change was not saved. Try again.',
    );
  }

  /** Only in this row: the same candidate may be saved both personally and by the team, each with its own note. */
  async function writeNote(id: string, note: string, seen: SeenNote): Promise<Written> {
    const client = await openData();
    const table = client.from('saved_candidates');
    const show = (now: SeenNote) =>
      change((list) => list?.map((one) => (one.id === id ? { ...one, ...now } : one)));
    const { data, error } = await table
      .update({ note })
      .eq('id', id)
      .eq('updated_at', seen.version)
      .select('note, version:updated_at');
    if (error) return { kind: 'failed' };
    const [written] = data;
    if (written) {
      show(written);
      return { kind: 'written' };
    }
    const { data: now, error: unread } = await table
      .select('note, version:updated_at')
      .eq('id', id)
      .maybeSingle();
    if (unread) return { kind: 'failed' };
    if (!now || now.version === seen.version) return { kind: 'gone' };
    // The version differs although the note does not: handed over to a colleague, say.
    if (now.note === seen.note) return writeNote(id, note, now);
    show(now);
    // Written by an earlier attempt whose answer was lost.
    return now.note === note ? { kind: 'written' } : { kind: 'changed', now };
  }

  return {
    state,
    saved,
    again,
    isSaved,
    toggle,
    writeNote,
    asked,
    keep: () => setAsked(undefined),
    remove() {
      setAsked(undefined);
      if (asked) void set(asked.candidate, true);
    },
  };
}

const noLongerOpen =
  'The candidate was not saved: they are no longer open to you, or your membership has ended.';

const justSaved = { id: undefined, note: '', version: '', savedBy: null, isShared: false };

/** The generated row types do not include computed columns. */
type Row = {
  id: string;
  profile_id: string;
  note: string;
  updated_at: string;
  company_id: string | null;
  saved_by: string | null;
  candidate_profiles: CandidateRow;
};

/** All of them, newest first: one request returns a thousand at most, and a team may have more. */
export async function readRows(client: Pick<BrowserData, 'from'>, atOnce = 1_000): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { data, error } = await client
      .from('saved_candidates')
      .select('id, profile_id, note, updated_at, company_id, saved_by, candidate_profiles!inner(*)')
      .order('created_at', { ascending: false })
      .order('id')
      .range(rows.length, rows.length + atOnce - 1);
    if (error) throw error;
    rows.push(...(data as unknown as Row[]));
    if (data.length < atOnce) return rows;
  }
}

async function readSaved(): Promise<SavedCandidate[]> {
  const rows = await readRows(await openData());
  // A candidate saved both personally, before joining, and by the team is listed once: the team's.
  const shared = new Set(rows.filter((row) => row.company_id).map((row) => row.profile_id));
  return rows
    .filter((row) => row.company_id || !shared.has(row.profile_id))
    .map((row) => ({
      id: row.id,
      profile_id: row.profile_id,
      note: row.note,
      version: row.updated_at,
      savedBy: row.saved_by,
      isShared: row.company_id !== null,
      candidate: row.candidate_profiles,
    }));
}
