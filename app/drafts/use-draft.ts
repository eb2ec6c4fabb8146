import { useEffect, useRef, useState } from 'react';
import { dropDraft, readDraft, writeDraft } from './draft.ts';

type Base<Values> = { values: Values; version: string | null };

type Kind<Values> = {
  /** Whether stored values still have every field. */
  isWhole(values: unknown): values is Values;
  areSame(one: Values, other: Values): boolean;
};

/**
 * What a form holds, kept as a draft while it differs from what it began with. `base` is that
 * beginning: an empty form, or the record as it was read.
 */
export function useDraft<Values extends object>(
  key: string,
  first: Base<Values>,
  { isWhole, areSame }: Kind<Values>,
) {
  const [draft] = useState(() => readDraft(key, isWhole));
  const [base, setBase] = useState<Base<Values>>(
    draft ? { values: draft.base, version: draft.version } : first,
  );
  const [values, setValues] = useState(draft?.values ?? first.values);
  const [restoredAt, setRestoredAt] = useState(draft?.savedAt);
  const isDone = useRef(false);
  const isChanged = !areSame(values, base.values);

  // Synchronises the draft in the browser's storage with what is typed.
  useEffect(() => {
    if (isDone.current) return;
    if (isChanged) writeDraft(key, { values, base: base.values, version: base.version });
    else dropDraft(key);
  }, [key, values, base, isChanged]);

  return {
    values,
    base,
    isChanged,
    restoredAt,
    set: (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes })),
    /** For changes that depend on what was typed meanwhile. */
    replace: (change: (before: Values) => Values) => setValues(change),
    rebase: setBase,
    /** Throws away what was typed. */
    startFresh() {
      dropDraft(key);
      setBase(first);
      setValues(first.values);
      setRestoredAt(undefined);
    },
    hideRestored: () => setRestoredAt(undefined),
    isDone,
    /** What was typed has arrived. */
    finish() {
      isDone.current = true;
      dropDraft(key);
    },
  };
}

export type DraftedText<Values extends object> = ReturnType<typeof useDraft<Values>>;
