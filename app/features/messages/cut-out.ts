/** How much to show before a match: a line of the list is short. */
const lead = 10;

/** A message from shortly before the first word that begins like a searched one. */
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

/** The places where words of the message begin like the searched ones. */
export function findWords(message: string, sought: string): { at: number; end: number }[] {
  const plain = bare(message);
  const words = bare(sought)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  // Letters that become several without their accents would shift the positions.
  if (words.length === 0 || plain.length !== message.length) return [];
  // The longer of two words that begin alike.
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
