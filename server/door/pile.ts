/**
 * Joins pieces of bytes as they arrive. Kept separately, each piece would be an object: a body sent byte by byte, which
 * chunked encoding allows, took a hundred times its size in memory.
 */
export function createPile() {
  let room = Buffer.alloc(0);
  let bytes = 0;
  return {
    add(piece: Buffer) {
      const after = bytes + piece.length;
      if (after > room.length) {
        const larger = Buffer.allocUnsafe(Math.max(after, 2 * room.length));
        room.copy(larger, 0, 0, bytes);
        room = larger;
      }
      piece.copy(room, bytes);
      bytes = after;
    },
    whole: () => room.subarray(0, bytes),
  };
}
