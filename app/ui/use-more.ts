import { useState } from 'react';
import { type Failure, failureOf } from './failure.ts';
import type { Loader } from './use-loading.ts';

/**
 * Reads on where a list ends. `read` answers with what becomes of the list, which may have changed
 * while it was under way.
 */
export function useMore<Data>(
  { state, change }: Loader<Data>,
  read: (data: Data) => Promise<(now: Data) => Data>,
  onFailed?: (failure: Failure) => void,
) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function more() {
    if (state.kind !== 'there' || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const add = await read(state.data);
      change((now) => now && add(now));
    } catch (error) {
      const failure = failureOf(error);
      setFailure(failure);
      onFailed?.(failure);
    }
    setBusy(false);
  }

  return { more, isBusy, failure };
}
