import { useState } from 'react';
import { useStaffAct } from './use-staff-act.ts';

/**
 * One act behind a dialog, which closes when it is done. `onRefused`: the dialog was closed after the act was refused.
 */
export function useActInDialog(onDone: () => void, onRefused?: () => void) {
  const { run: act, forget, ...state } = useStaffAct();
  const [isOpen, show] = useState(false);

  function setOpen(willBeOpen: boolean) {
    show(willBeOpen);
    if (willBeOpen) return;
    // So that it says nothing about the last time when reopened.
    forget();
    if (state.failure) onRefused?.();
  }

  async function run(name: string, body: object) {
    if (!(await act(name, body))) return;
    show(false);
    onDone();
  }
  return { ...state, forget, isOpen, setOpen, run };
}
