import { useState } from 'react';
import type { Failure } from '#app/ui/failure.ts';
import { useStaffCall } from './calls.tsx';

/** One act behind a dialog: open, under way, refused, done. */
export function useAct(onDone: () => void) {
  const call = useStaffCall();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failure>();

  async function run(name: string, body: object) {
    setBusy(true);
    const answer = await call(name, body);
    setBusy(false);
    if ('failure' in answer) return setFailed(answer.failure);
    setFailed(undefined);
    setOpen(false);
    onDone();
  }
  return {
    isOpen,
    setOpen,
    isBusy,
    failure: failed?.message,
    /** Somebody was faster: what is shown is not what stands. */
    isOutdated: failed?.code === 'changed_meanwhile',
    forget: () => setFailed(undefined),
    run,
  };
}
