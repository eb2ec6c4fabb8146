import { useState } from 'react';
import { useStaffCall } from './calls.tsx';

/** One act at a time: under way, refused, done. Its answer comes back, or nothing where it was refused. */
export function useStaffAct() {
  const call = useStaffCall();
  const [busyWith, setBusyWith] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function run<Data extends object>(name: string, body?: object): Promise<Data | undefined> {
    setBusyWith(name);
    setFailure(undefined);
    const answer = await call<Data | null>(name, body);
    setBusyWith(undefined);
    if (!('failure' in answer)) return answer.data ?? ({} as Data);
    setFailure(answer.failure.message);
    return undefined;
  }
  return { busyWith, isBusy: busyWith !== undefined, failure, run };
}
