import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigation } from 'react-router';

/**
 * Does something that changes the address after a pause in typing, and never amid a navigation: that would take back
 * whoever has just followed a link. It is done for the address they have arrived at, if the field is still there.
 */
export function usePauseInTyping(act: () => void) {
  return usePause(act, useNavigation().state !== 'idle');
}

/** Does something a while after it was last requested, and not as long as it is held. */
export function usePause(act: () => void, isHeld: boolean) {
  const timer = useRef<number>(undefined);
  const [isDue, setDue] = useState(false);
  const actNow = useEffectEvent(act);

  // Synchronises with the router.
  useEffect(() => {
    if (!isDue || isHeld) return;
    setDue(false);
    actNow();
  }, [isDue, isHeld]);
  // Synchronises with unmounting.
  useEffect(() => () => clearTimeout(timer.current), []);

  function cancel() {
    clearTimeout(timer.current);
    setDue(false);
  }

  return {
    cancel,
    later(ms: number) {
      cancel();
      // A navigation is shown in a transition, too, so a click whose navigation is not shown yet comes first.
      timer.current = window.setTimeout(() => startTransition(() => setDue(true)), ms);
    },
  };
}
