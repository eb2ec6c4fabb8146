/** Invisible characters that are pasted along. Joiners stay: some scripts and emoji need them. */
const unseen = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** A search text as the person who typed or pasted it sees it. */
export function typedLine(text: string | null, most: number): string {
  const line = (text ?? '')
    .replace(unseen, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return [...line].slice(0, most).join('').trim().toWellFormed();
}
