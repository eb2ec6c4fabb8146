import { useCallback, useEffect, useRef, useState } from 'react';
import { dropDraft, readDraft, writeDraft } from './draft.ts';

type Base<Values> = { values: Values; version: string | null };

type Kind<Values> = {
  /** Whether stored values still have every field. */
  isWhole(values: unknown): values is Values;
  areSame(one: Values, other: Values): boolean;
};

/**
 * The values of a form, stored as a draft while they differ from where it started. `base` is that start: an empty form,
 * or the record as it was read.
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
  const [sentAs, setSentAs] = useState(draft?.sentAs);
  const isChanged = !areSame(values, base.values);
  // Stable, because otherwise every keystroke would render all fields of a long form.
  const set = useCallback(
    (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes })),
    [],
  );

  // Synchronises the draft in the browser's storage with what is typed.
  useEffect(() => {
    if (isDone.current) return;
    const { version } = base;
    // A copy may be sent unchanged.
    if (isChanged || sentAs) writeDraft(key, { values, base: base.values, version, sentAs });
    else dropDraft(key);
  }, [key, values, base, isChanged, sentAs]);

  function nameAnew(): string {
    const id = crypto.randomUUID();
    setSentAs(id);
    return id;
  }

  return {
    values,
    base,
    isChanged,
    restoredAt,
    set,
    /** For changes that depend on what has been typed in the meantime. */
    replace: (change: (before: Values) => Values) => setValues(change),
    rebase: setBase,
    /** Throws away what was typed. */
    startFresh() {
      dropDraft(key);
      setSentAs(undefined);
      setBase(first);
      setValues(first.values);
      setRestoredAt(undefined);
    },
    hideRestored: () => setRestoredAt(undefined),
    isDone,
    /** The id to send it under: the same again if the answer is lost, even after a reload. */
    nameToSend: (): string => sentAs ?? nameAnew(),
    /** A new id, if what was sent under the old one has been deleted. */
    nameAnew,
    /** What was typed has arrived. */
    finish() {
      isDone.current = true;
      // If the page comes back from the back/forward cache, it sends a new one.
      setSentAs(undefined);
      dropDraft(key);
    },
  };
}

export type DraftedText<Values extends object> = ReturnType<typeof useDraft<Values>>;
