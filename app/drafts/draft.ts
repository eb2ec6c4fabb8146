import { keepsFor } from '#app/session/forget-person.ts';

/** What somebody has typed, and into what: the version of the record that they were changing. */
export type Draft<Values> = {
  savedAt: string;
  values: Values;
  base: Values;
  version: string | null;
  /** The id under which it was sent, while nobody knows whether it arrived. */
  sentAs?: string | undefined;
};

const longestLife = 30 * 86_400_000;

/**
 * A tab shows its own draft again; one without any, the newest of all tabs. Under what id that was
 * sent is left out: two tabs must not take two texts for one.
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
      // Full or closed: the form still holds everything, and asks before it is left.
    }
  }
}

export function dropDraft(key: string) {
  for (const open of storages) drop(open, key);
}

type Open = () => Storage;
const storages: Open[] = [() => sessionStorage, () => localStorage];

/** Storage may be closed, and what is in it may be of an earlier release. */
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
    // No draft then.
  }
  return undefined;
}

function drop(open: Open, key: string) {
  try {
    open().removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
