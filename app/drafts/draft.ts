/** What somebody has typed, and into what: the version of the record that they were changing. */
export type Draft<Values> = {
  savedAt: string;
  values: Values;
  base: Values;
  version: string | null;
};

const longestLife = 30 * 86_400_000;

/** Storage may be closed, and what is in it may be of an earlier release. */
export function readDraft<Values>(
  key: string,
  isWhole: (values: unknown) => values is Values,
): Draft<Values> | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null');
    const isYoung = Date.now() - Date.parse(draft?.savedAt) < longestLife;
    if (isYoung && isWhole(draft.values) && isWhole(draft.base)) return draft;
    dropDraft(key);
  } catch {
    // No draft then.
  }
  return undefined;
}

export function writeDraft<Values>(key: string, draft: Omit<Draft<Values>, 'savedAt'>) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...draft, savedAt: new Date().toISOString() }));
  } catch {
    // Full or closed: the form still holds everything, and asks before it is left.
  }
}

export function dropDraft(key: string) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
