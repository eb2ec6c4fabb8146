/**
 * From number `first` up to `end`, two batches at a time: while the database writes one, the next
 * is prepared. Resolves when all are done; after a failure no further batch begins.
 */
export async function inBatches(
  { first = 0, end, size }: { first?: number; end: number; size: number },
  write: (first: number, count: number) => Promise<void>,
) {
  let next = first;
  async function writeSome() {
    while (next < end) {
      const from = next;
      next += size;
      await write(from, Math.min(size, end - from)).catch((error) => {
        next = end;
        throw error;
      });
    }
  }
  const results = await Promise.allSettled([writeSome(), writeSome()]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
