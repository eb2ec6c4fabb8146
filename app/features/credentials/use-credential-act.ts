import { useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';

/** Runs one act at a time and keeps whether it is running or why it failed. Returns its answer, if it succeeded. */
export function useCredentialAct() {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function run<Data extends object>(name: string, body?: object): Promise<Data | undefined> {
    setBusy(true);
    setFailure(undefined);
    const answer = await callFunction<Data>(name, body);
    setBusy(false);
    if (!('failure' in answer)) return answer.data;
    setFailure(answer.failure.message);
    return undefined;
  }
  return { isBusy, failure, run };
}
