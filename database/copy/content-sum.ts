import { hash } from 'node:crypto';

/**
 * An order-independent sum of checksums: after a restore rows are stored in another order, and the
 * same rows must give the same sum.
 */
export function createContentSum() {
  let count = 0;
  let [first, second] = [0n, 0n];
  return {
    add(part: Uint8Array) {
      const digest = hash('sha256', part, 'buffer');
      first = BigInt.asUintN(64, first + digest.readBigUInt64LE(0));
      second = BigInt.asUintN(64, second + digest.readBigUInt64LE(8));
      count += 1;
    },
    read: (): ContentSum => ({
      count,
      sum: first.toString(16).padStart(16, '0') + second.toString(16).padStart(16, '0'),
    }),
  };
}

export type ContentSum = { count: number; sum: string };

/** For lines of text that arrive in chunks. */
export function createLineSum() {
  const sum = createContentSum();
  let begun: Buffer[] = [];
  return {
    add(piece: Buffer) {
      let from = 0;
      for (;;) {
        const end = piece.indexOf(10, from);
        if (end < 0) break;
        begun.push(piece.subarray(from, end));
        sum.add(begun.length === 1 && begun[0] ? begun[0] : Buffer.concat(begun));
        begun = [];
        from = end + 1;
      }
      if (from < piece.length) begun.push(Buffer.from(piece.subarray(from)));
    },
    read: sum.read,
  };
}
