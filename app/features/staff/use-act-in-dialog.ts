import { useState } from 'react';
import { useStaffAct } from './use-staff-act.ts';

/** One act behind a dialog, which closes when it is done. */
export function useActInDialog(onDone: () => void) {
  const { run: act, ...state } = useStaffAct();
  const [isOpen, setOpen] = useState(false);

  async function run(name: string, body: object) {
    if (!(await act(name, body))) return;
    setOpen(false);
    onDone();
  }
  return { ...state, isOpen, setOpen, run };
}
