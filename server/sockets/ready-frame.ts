import type { Frame } from '#api/realtime/frames.ts';

const ready = new WeakMap<Frame, Buffer>();

/**
 * A frame as it goes over the wire (RFC 6455, 5.2), built once for all who receive it; `ws` would
 * write a header for each of them. A server's frames are unfragmented and unmasked.
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
/** In place of a length: the length follows in two or in eight bytes. */
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
