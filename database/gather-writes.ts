import { onBehalfOf } from './on-behalf-of.ts';

type Waiting<Item> = { item: Item; resolve: () => void; reject: (error: unknown) => void };

/**
 * Batches concurrent writes: those that arrive in the same tick, and those that arrive while the
 * previous batch is being written. A hundred that wait for the disk then wait once, and two batches
 * at a time would each carry less. Each caller is answered once its batch is stored; a batch
 * succeeds or fails as a whole. A shared batch counts as the site's own, and must not end with the
 * client who began it.
 */
export function gatherWrites<Item>(
  write: (items: Item[]) => Promise<unknown>,
  most = 100,
): (item: Item) => Promise<void> {
  let waiting: Waiting<Item>[] = [];
  let isWriting = false;

  async function writeAll() {
    isWriting = true;
    // Requests read from their sockets in the same tick join in.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const these = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        await write(these.map(({ item }) => item));
        for (const { resolve } of these) resolve();
      } catch (error) {
        for (const { reject } of these) reject(error);
      }
    }
    isWriting = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isWriting) onBehalfOf(undefined, writeAll);
    });
}
