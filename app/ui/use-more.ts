import { useState } from 'react';
import { type Failure, failureOf } from './failure.ts';
import type { Loader } from './use-loading.ts';

/**
 * Loads more at the end of a list. `read` resolves to an update of the list, because the list may have changed in the
 * meantime.
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

/**
 * Whether a list still has the row after which a page was read. If it was reloaded meanwhile and ends earlier, the page
 * would leave a gap; then it is dropped, and the next press reads what follows the new end.
 */
export function hasStill<Row extends { id: string }>(rows: readonly Row[], last: Row | undefined) {
  return !last || rows.some(({ id }) => id === last.id);
}
