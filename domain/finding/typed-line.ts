/** What is pasted along without being seen. Joiners stay: writing and emoji are made of them. */
const unseen = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** What somebody typed or pasted to search for, as they see it. */
export function typedLine(text: string | null, most: number): string {
  const line = (text ?? '')
    .replace(unseen, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return [...line].slice(0, most).join('').trim().toWellFormed();
}
