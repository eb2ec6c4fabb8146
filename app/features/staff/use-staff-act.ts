import { useState } from 'react';
import type { Failure } from '#app/ui/failure.ts';
import { useStaffCall } from './calls.tsx';

/**
 * Runs one act at a time and keeps whether it is running or was refused. Returns its answer, or undefined if it was
 * refused.
 */
export function useStaffAct() {
  const call = useStaffCall();
  const [busyWith, setBusyWith] = useState<string>();
  const [failed, setFailed] = useState<Failure>();

  async function run<Data extends object>(name: string, body?: object): Promise<Data | undefined> {
    setBusyWith(name);
    setFailed(undefined);
    const answer = await call<Data | null>(name, body);
    setBusyWith(undefined);
    if (!('failure' in answer)) return answer.data ?? ({} as Data);
    setFailed(answer.failure);
    return undefined;
  }
  return {
    busyWith,
    isBusy: busyWith !== undefined,
    failure: failed?.message,
    /** Somebody else was faster: what is shown is out of date. */
    isOutdated: failed?.code === 'changed_meanwhile',
    forget: () => setFailed(undefined),
    run,
  };
}
