export type DailyCounts = { add(name: string): void; flush(): Promise<void> };

/** What was counted, on which day, and how often. */
export type Count = { day: string; name: string; count: number };

/** More names than this in one interval cannot come from readers. */
const mostNames = 10_000;

/** Adds up in memory, so that no request waits for the counting. */
export function createDailyCounts(
  write: (counts: Count[]) => Promise<unknown>,
  reportBug: (error: unknown, requestId: string) => void,
): DailyCounts {
  let counts = new Map<string, number>();

  function note(key: string, count: number) {
    if (counts.size >= mostNames && !counts.has(key)) return;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }

  async function writeDown() {
    if (counts.size === 0) return;
    const written = counts;
    counts = new Map();
    try {
      await write(
        [...written].map(([key, count]) => {
          const [day = '', name = ''] = key.split(' ');
          return { day, name, count };
        }),
      );
    } catch (error) {
      for (const [key, count] of written) note(key, count); // for the next flush
      reportBug(error, '');
    }
  }

  let writing = Promise.resolve();
  return {
    add: (name) => note(`${new Date().toISOString().slice(0, 10)} ${name}`, 1),
    // One after the other: the last one, at the end of the process, also writes what a failed one gave back.
    flush() {
      writing = writing.then(writeDown);
      return writing;
    },
  };
}
