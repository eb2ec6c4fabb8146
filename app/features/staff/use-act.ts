import { useState } from 'react';
import { useStaffCall } from './calls.tsx';

/** One act behind a dialog: open, under way, refused, done. */
export function useAct(onDone: () => void) {
  const call = useStaffCall();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function run(name: string, body: object) {
    setBusy(true);
    const answer = await call(name, body);
    setBusy(false);
    if ('failure' in answer) return setFailure(answer.failure.message);
    setFailure(undefined);
    setOpen(false);
    onDone();
  }
  return { isOpen, setOpen, isBusy, failure, forget: () => setFailure(undefined), run };
}
