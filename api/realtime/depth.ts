/** Nobody means more levels, and what writes or compares them goes down them all. */
const deepest = 500;

const signs = { quote: 0x22, escape: 0x5c, opening: [0x5b, 0x7b], closing: [0x5d, 0x7d] };

/** Whether JSON is nested so deep that whoever writes it again could run out of stack. */
export function isTooDeep(json: Uint8Array): boolean {
  // Each level has a beginning and an end.
  if (json.length <= 2 * deepest) return false;
  let [depth, isInText] = [0, false];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at] ?? 0;
    if (isInText && sign === signs.escape) at += 1;
    else if (sign === signs.quote) isInText = !isInText;
    else if (isInText) continue;
    else if (signs.closing.includes(sign)) depth -= 1;
    else if (signs.opening.includes(sign)) depth += 1;
    if (depth > deepest) return true;
  }
  return false;
}
