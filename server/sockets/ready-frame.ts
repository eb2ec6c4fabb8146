import type { Frame } from '#api/realtime/frames.ts';

const ready = new WeakMap<Frame, Buffer>();

/**
 * A frame as it goes over the line (RFC 6455, 5.2), made once for all who get it. `ws` would write a head anew for
 * each of them. What a server sends is in one piece, and has no mask.
 */
export function readyFrame(frame: Frame): Buffer {
  const known = ready.get(frame);
  if (known) return known;
  const made = Buffer.concat([headOf(frame), frame.bytes]);
  ready.set(frame, made);
  return made;
}

const isWhole = 0x80;
const opcodes = { text: 1, binary: 2 };
/** In place of a length: it follows, in two bytes or in eight. */
const longer = { two: 126, eight: 127 };

function headOf({ bytes: { length }, isBinary }: Frame): Buffer {
  const first = isWhole | (isBinary ? opcodes.binary : opcodes.text);
  if (length < longer.two) return Buffer.from([first, length]);
  const isShort = length < 2 ** 16;
  const head = Buffer.alloc(isShort ? 4 : 10);
  head[0] = first;
  head[1] = isShort ? longer.two : longer.eight;
  if (isShort) head.writeUInt16BE(length, 2);
  else head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}
