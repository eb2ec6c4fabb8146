import { storedText } from '#app/shell/session-state.ts';

/** A visitor's saved jobs have no owner until somebody signs in. */
type Kept = { owner: string | null; ids: string[] };

export const key = 'saved-jobs';

export function hasVisitorJobs(): boolean {
  const { owner, ids } = readKept();
  return owner === null && ids.length > 0;
}

/** This device's copy. Unreadable data counts as none: another program on this host may have written it. */
export function readKept(): Kept {
  if (unkept) return unkept;
  try {
    const { owner, ids }: Kept = JSON.parse(storedText(key) ?? '');
    if (Array.isArray(ids)) return { owner, ids };
  } catch {}
  return { owner: null, ids: [] };
}

/** The owner comes first, so that a sign-out knows whose jobs they are (session/forget-person.ts). */
export function keep({ owner, ids }: Kept) {
  try {
    localStorage.setItem(key, JSON.stringify({ owner, ids }));
    unkept = undefined;
  } catch (error) {
    // A visitor's jobs would be stored nowhere. A person's are in the table.
    if (owner === null) throw error;
    unkept = { owner, ids };
  }
}

/** A copy that the browser has no room to store: it lives as long as this page. */
let unkept: Kept | undefined;
