import { useRef } from 'react';
import { useInTurn } from './use-in-turn.ts';

/**
 * Shows each change at once and writes it in its turn, so that of two quick ones the later stands. When the last is done
 * and one of them failed, what is kept is shown: neither more nor less than what was written.
 */
export function useQuickChanges<Value>(
  shown: Value | undefined,
  show: (update: (now: Value | undefined) => Value | undefined) => void,
) {
  const inTurn = useInTurn();
  // While something is under way: what is kept by now, and whether that is less than what is shown.
  const kept = useRef<{ value: Value; isLess: boolean }>(undefined);

  /** Answers whether no other was made since; throws what kept it from being written. */
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
