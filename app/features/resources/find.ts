/** What somebody looks for, as the address says it: `?q=audit&type=podcasts`. */
export type Search = { q: string; type: string };

export type Findable = { type: string; text: string };

/** The server and the browser decide with this one function what is shown. */
export function isFound(entry: Findable, { q, type }: Search): boolean {
  const text = plain(entry.text);
  const words = plain(q).split(/\s+/).filter(Boolean);
  return (type === '' || entry.type === type) && words.every((word) => text.includes(word));
}

export function describeCount(found: number, all: number): string {
  if (found === all) return `${all} resources`;
  if (found === 0) return 'No resource matches';
  return `${found} of ${all} resources`;
}

/** Case, accents and what is pasted along without being seen make no difference. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
}
