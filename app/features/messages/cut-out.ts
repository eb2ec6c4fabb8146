/** So much stands before what was found: the line of a list is short. */
const lead = 10;

/** A message from a little before the first of the words that were looked for, by how it begins. */
export function cutOut(message: string, sought: string) {
  const plain = bare(message);
  const words = bare(sought)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const [all, edge = '', word = ''] =
    new RegExp(`(^|[^\\p{L}\\p{N}])(${words.join('|')})`, 'u').exec(plain) ?? [];
  // Letters that are several without their accents would shift it.
  if (!word || all === undefined || plain.length !== message.length) {
    return { before: message, match: '', after: '' };
  }
  const at = plain.indexOf(all) + edge.length;
  const from = at > lead ? Math.max(message.lastIndexOf(' ', at - lead) + 1, at - 2 * lead) : 0;
  return {
    before: (from > 0 ? '… ' : '') + message.slice(from, at),
    match: message.slice(at, at + word.length),
    after: message.slice(at + word.length),
  };
}

const bare = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
