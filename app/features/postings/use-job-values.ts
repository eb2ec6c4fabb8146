import { useEffect, useRef, useState } from 'react';
import { dropDraft, readDraft, writeDraft } from './draft.ts';
import { areSame, type JobField, type JobValues } from './job-values.ts';

type Base = { values: JobValues; version: string | null };

/**
 * The texts of the form, kept as a draft while they differ from what it began with. `base` is that
 * beginning: an empty form, or the posting as it was read.
 */
export function useJobValues(key: string, first: Base) {
  const [draft] = useState(() => readDraft(key));
  const [base, setBase] = useState<Base>(
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
    set: (changes: Partial<Record<JobField, string>>) =>
      setValues((before) => ({ ...before, ...changes })),
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
    /** The texts have arrived. */
    finish() {
      isDone.current = true;
      dropDraft(key);
    },
  };
}

export type JobText = ReturnType<typeof useJobValues>;
