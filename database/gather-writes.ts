import { onBehalfOf } from './on-behalf-of.ts';

type Waiting<Item> = { item: Item; resolve: () => void; reject: (error: unknown) => void };

/**
 * Writes together what comes at a moment, and what comes while the write before is on its way: a hundred who
 * wait for the disk wait for it once, and two writes at a time would each carry less. Each is answered when
 * its own write is kept; those of one write are kept or fail together. What many share counts for the site,
 * and must not end with the one who began it.
 */
export function gatherWrites<Item>(
  write: (items: Item[]) => Promise<unknown>,
  most = 100,
): (item: Item) => Promise<void> {
  let waiting: Waiting<Item>[] = [];
  let isWriting = false;

  async function writeAll() {
    isWriting = true;
    // Those that were read from their sockets together with this one come along.
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
