import { useCallback, useEffect, useRef, useState } from 'react';
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
  const [sentAs, setSentAs] = useState(draft?.sentAs);
  const isChanged = !areSame(values, base.values);
  // The same at each key, or every field of a long form would be drawn anew for it.
  const set = useCallback(
    (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes })),
    [],
  );

  // Synchronises the draft in the browser's storage with what is typed.
  useEffect(() => {
    if (isDone.current) return;
    const { version } = base;
    // A copy may be sent as it is.
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
    /** For changes that depend on what was typed meanwhile. */
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
    /** The id to send it under: when the answer is lost, it is the same again, also after a reload. */
    nameToSend: (): string => sentAs ?? nameAnew(),
    /** Another one, where what was sent under that id has gone. */
    nameAnew,
    /** What was typed has arrived. */
    finish() {
      isDone.current = true;
      // A page that comes back from the browser's memory sends another one.
      setSentAs(undefined);
      dropDraft(key);
    },
  };
}

export type DraftedText<Values extends object> = ReturnType<typeof useDraft<Values>>;
