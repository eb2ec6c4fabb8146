import { storedText } from '#app/shell/session-state.ts';

/** Nobody owns what a visitor saved, until somebody signs in. */
type Kept = { owner: string | null; ids: string[] };

export const key = 'saved-jobs';

export function hasVisitorJobs(): boolean {
  const { owner, ids } = readKept();
  return owner === null && ids.length > 0;
}

/** This device's copy. What cannot be read is none: another program of this host may have written it. */
export function readKept(): Kept {
  if (unkept) return unkept;
  try {
    const { owner, ids }: Kept = JSON.parse(storedText(key) ?? '');
    if (Array.isArray(ids)) return { owner, ids };
  } catch {}
  return { owner: null, ids: [] };
}

/** The owner first: so a sign-out knows whose they are (session/forget-person.ts). */
export function keep({ owner, ids }: Kept) {
  try {
    localStorage.setItem(key, JSON.stringify({ owner, ids }));
    unkept = undefined;
  } catch (error) {
    // What a visitor saved would be nowhere. Of a person's the table has it.
    if (owner === null) throw error;
    unkept = { owner, ids };
  }
}

/** A copy for which the browser has no room: this page's alone. */
let unkept: Kept | undefined;
