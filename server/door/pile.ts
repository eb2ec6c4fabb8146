/**
 * Bytes put together as they come. Kept apart, each piece would be an object of its own: a body that comes byte by
 * byte, which chunks allow, took a hundred times what it weighs.
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
