/** So much stands before what was found: the line of a list is short. */
const lead = 10;

/** A message from a little before the first of the words that were looked for, by how it begins. */
export function cutOut(message: string, sought: string) {
  const [first] = findWords(message, sought);
  if (!first) return { before: message, match: '', after: '' };
  const { at, end } = first;
  const from = at > lead ? Math.max(message.lastIndexOf(' ', at - lead) + 1, at - 2 * lead) : 0;
  return {
    before: (from > 0 ? '… ' : '') + message.slice(from, at),
    match: message.slice(at, end),
    after: message.slice(end),
  };
}

/** A message in pieces: those with `isMatch` begin as one of the words that were looked for. */
export function piecesOf(message: string, sought: string): Piece[] {
  let from = 0;
  const pieces = findWords(message, sought).flatMap(({ at, end }): Piece[] => {
    const before = { from, text: message.slice(from, at) };
    from = end;
    return [before, { from: at, text: message.slice(at, end), isMatch: true }];
  });
  return [...pieces, { from, text: message.slice(from) }].filter(({ text }) => text);
}

type Piece = { from: number; text: string; isMatch?: true };

/** Where words of the message begin as those that were looked for. */
function findWords(message: string, sought: string): { at: number; end: number }[] {
  const plain = bare(message);
  const words = bare(sought)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  // Letters that are several without their accents would shift it.
  if (words.length === 0 || plain.length !== message.length) return [];
  // Of two words that begin alike, the longer one.
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const found = plain.matchAll(
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})`, 'gu'),
  );
  return [...found].map(({ index, 0: { length } }) => ({ at: index, end: index + length }));
}

const bare = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
