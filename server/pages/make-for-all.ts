import { type Asker, NoTurn } from '#database/fair-turns.ts';
import { onBehalfOf } from '#database/on-behalf-of.ts';

/**
 * Makes once what many wait for. It counts towards the client who came first, and may have to wait
 * in that client's share. When another client joins, a job that was refused there runs again in the
 * share of the other one, so that nobody can hold up a page by asking for it first. If nobody
 * joins, it is dropped when the first client leaves before it has begun.
 */
export function makeForAll<T>(
  first: Asker | undefined,
  work: () => Promise<T>,
  isTurnedAway: (made: T) => boolean,
) {
  const letGo = new AbortController();
  let heir: Asker | undefined;
  let waiting = 1;
  first?.signal?.addEventListener('abort', () => {
    if (waiting === 1) letGo.abort();
    waiting -= 1;
  });

  async function make(): Promise<T> {
    const asker = first && { key: first.key, signal: letGo.signal };
    try {
      const made = await onBehalfOf(asker, work);
      if (!heir || !isTurnedAway(made)) return made;
    } catch (error) {
      if (!heir || !(error instanceof NoTurn)) throw error;
    }
    return onBehalfOf(heir, work);
  }

  return {
    made: make(),
    join(asker: Asker | undefined): void {
      waiting += 1;
      const isSame = asker?.key === first?.key && !letGo.signal.aborted;
      if (heir || !asker || isSame) return;
      heir = { key: asker.key };
      letGo.abort();
    },
  };
}
