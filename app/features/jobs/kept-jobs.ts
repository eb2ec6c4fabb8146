import { storedText } from '#app/shell/session-state.ts';

/** Nobody owns what a visitor saved, until somebody signs in. */
type Kept = { owner: string | null; ids: string[] };

export const key = 'saved-jobs';

export function hasVisitorJobs(): boolean {
  const { owner, ids } = readKept();
  return owner === null && ids.length > 0;
}

/** This device's copy. */
export function readKept(): Kept {
  return JSON.parse(storedText(key) ?? '{"owner":null,"ids":[]}');
}

export function keep(kept: Kept) {
  localStorage.setItem(key, JSON.stringify(kept));
}
