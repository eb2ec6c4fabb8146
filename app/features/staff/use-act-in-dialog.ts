import { useState } from 'react';
import { useStaffAct } from './use-staff-act.ts';

/** One act behind a dialog, which closes when it is done. `onRefused`: it was not, and that has been read. */
export function useActInDialog(onDone: () => void, onRefused?: () => void) {
  const { run: act, forget, ...state } = useStaffAct();
  const [isOpen, setOpen] = useState(false);

  function open(isOpening: boolean) {
    setOpen(isOpening);
    if (isOpening) return;
    // Opened again, it says nothing of the last time.
    forget();
    if (state.failure) onRefused?.();
  }

  async function run(name: string, body: object) {
    if (!(await act(name, body))) return;
    setOpen(false);
    onDone();
  }
  return { ...state, forget, isOpen, open, run };
}
