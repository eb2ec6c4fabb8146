/** A search, as in the address: `?q=audit&type=podcasts`. */
export type Search = { q: string; type: string };

export type Findable = { type: string; text: string };

/** Both the server and the browser use this function to decide what is shown. The name of a category finds its entries. */
export function isFound(entry: Findable, { q, type }: Search): boolean {
  const text = plain(`${entry.text} ${entry.type}`);
  const words = plain(q).split(/\s+/).filter(Boolean);
  return (type === '' || entry.type === type) && words.every((word) => text.includes(word));
}

export function describeCount(found: number, all: number): string {
  if (found === all) return `${all} resources`;
  if (found === 0) return 'No resource matches';
  return `${found} of ${all} resources`;
}

/** Case, accents and invisible characters are ignored. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
}
