import { keepsFor } from '#app/session/forget-person.ts';

/** What somebody has typed, and the version of the record that they were editing. */
export type Draft<Values> = {
  savedAt: string;
  values: Values;
  base: Values;
  version: string | null;
  /** The id it was sent under, as long as it is unknown whether it arrived. */
  sentAs?: string | undefined;
};

const longestLife = 30 * 86_400_000;

/**
 * A tab restores its own draft, or else the newest of all tabs. In the latter case `sentAs` is dropped: two tabs must
 * not send different texts under the same id.
 */
export function readDraft<Values>(
  key: string,
  isWhole: (values: unknown) => values is Values,
): Draft<Values> | undefined {
  const own = readFrom(() => sessionStorage, key, isWhole);
  if (own) return own;
  const newest = readFrom(() => localStorage, key, isWhole);
  return newest && { ...newest, sentAs: undefined };
}

export function writeDraft<Values>(key: string, draft: Omit<Draft<Values>, 'savedAt'>) {
  if (!keepsFor(key.split(':')[1])) return;
  const text = JSON.stringify({ ...draft, savedAt: new Date().toISOString() });
  for (const open of storages) {
    try {
      open().setItem(key, text);
    } catch {
      // Storage is full or blocked: the form still holds everything, and asks before it is left.
    }
  }
}

export function dropDraft(key: string) {
  for (const open of storages) drop(open, key);
}

type Open = () => Storage;
const storages: Open[] = [() => sessionStorage, () => localStorage];

/** Storage may be blocked, and its content may be from an earlier release. */
function readFrom<Values>(
  open: Open,
  key: string,
  isWhole: (values: unknown) => values is Values,
): Draft<Values> | undefined {
  try {
    const draft = JSON.parse(open().getItem(key) ?? 'null');
    const isYoung = Date.now() - Date.parse(draft?.savedAt) < longestLife;
    if (isYoung && isWhole(draft.values) && isWhole(draft.base)) return draft;
    drop(open, key);
  } catch {
    // Then there is no draft.
  }
  return undefined;
}

function drop(open: Open, key: string) {
  try {
    open().removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
