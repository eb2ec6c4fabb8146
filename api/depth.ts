/** Nobody needs more levels, and code that writes or compares JSON recurses through all of them. */
const deepest = 500;

const [quote, backslash] = [0x22, 0x5c];

/**
 * Whether JSON is nested so deeply that writing it could overflow the stack. What a stranger sends is checked here
 * before anything else reads it, which takes less time than parsing it.
 */
export function isTooDeep(json: Uint8Array): boolean {
  // Each level needs an opening and a closing byte.
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
