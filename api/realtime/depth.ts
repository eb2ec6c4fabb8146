/** Nobody means more levels, and what writes or compares them goes down them all. */
const deepest = 500;

const [quote, backslash] = [0x22, 0x5c];

/**
 * Whether JSON is nested so deep that whoever writes it again could run out of stack. Every frame of a stranger passes here
 * before anything else looks at it: it takes less than to read it.
 */
export function isTooDeep(json: Uint8Array): boolean {
  // Each level has a beginning and an end.
  if (json.length <= 2 * deepest) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case quote:
        at = endOfText(json, at + 1);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > deepest) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
    }
  }
  return false;
}

function endOfText(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
