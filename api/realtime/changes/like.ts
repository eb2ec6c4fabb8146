/**
 * LIKE in time linear in the text: each character advances all reached positions of the pattern, 32 at a time. With
 * backtracking, a visitor's thousand patterns blocked everybody for twenty seconds on a single text.
 */
export function createLike(pattern: string): (text: string) => boolean {
  const { signs, stays } = readPattern(pattern);
  const words = (signs.length >> 5) + 1;
  const staying = bitsOf(words, stays);
  const places = [...signs.keys()];
  const ofAny = places.filter((place) => signs[place] === anyLetter);
  const others = bitsOf(words, ofAny);
  const moving = new Map(
    signs.map((sign) => [
      sign,
      bitsOf(words, [...ofAny, ...places.filter((place) => signs[place] === sign)]),
    ]),
  );
  return (text) => {
    const reached = bitsOf(words, [0]);
    for (const letter of text) {
      const moves = moving.get(letter) ?? others;
      let carried = 0;
      let left = 0;
      for (let word = 0; word < words; word += 1) {
        const before = reached[word] ?? 0;
        const moved = before & (moves[word] ?? 0);
        const after = (moved << 1) | carried | (before & (staying[word] ?? 0));
        carried = moved >>> 31;
        reached[word] = after;
        left |= after;
      }
      if (left === 0) return false;
    }
    return ((reached[signs.length >> 5] ?? 0) & (1 << (signs.length & 31))) !== 0;
  };
}

const anyLetter = Symbol('_');
type Sign = string | typeof anyLetter | undefined;

/** The signs that match one character each, and the positions before which `%` allows any number. */
function readPattern(pattern: string) {
  const letters = [...pattern];
  const signs: Sign[] = [];
  const stays: number[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at];
    if (letter === '%') stays.push(signs.length);
    else if (letter === '_') signs.push(anyLetter);
    else if (letter === '\\') {
      at += 1;
      // At the end of the pattern this is undefined, which no character equals.
      signs.push(letters[at]);
    } else signs.push(letter);
  }
  return { signs, stays };
}

function bitsOf(words: number, places: readonly number[]): Int32Array {
  const bits = new Int32Array(words);
  for (const place of places) bits[place >> 5] = (bits[place >> 5] ?? 0) | (1 << (place & 31));
  return bits;
}
