import { useRef } from 'react';
import { useInTurn } from './use-in-turn.ts';

/**
 * Shows each change at once and writes it in order, so that of two quick ones the later wins. If any has failed by the
 * time the last is done, what was actually written is shown.
 */
export function useQuickChanges<Value>(
  shown: Value | undefined,
  show: (update: (now: Value | undefined) => Value | undefined) => void,
) {
  const inTurn = useInTurn();
  // While writing: the value stored so far, and whether it differs from what is shown.
  const kept = useRef<{ value: Value; isLess: boolean }>(undefined);

  /** Resolves to whether no other change was made since; throws if the write failed. */
  return async (change: (now: Value) => Value, write: () => Promise<void>) => {
    if (shown === undefined) return false;
    kept.current ??= { value: shown, isLess: false };
    const now = kept.current;
    show((value) => (value === undefined ? value : change(value)));
    let failed: { error: unknown } | undefined;
    const isLast = await inTurn(async () => {
      try {
        await write();
        now.value = change(now.value);
      } catch (error) {
        now.isLess = true;
        failed = { error };
      }
    });
    if (isLast) {
      kept.current = undefined;
      if (now.isLess) show(() => now.value);
    }
    if (failed) throw failed.error;
    return isLast;
  };
}
