import type { ClipboardEvent } from 'react';

const breaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Bullets of word processors; the second level of one of them is a small o. */
const point = /^[ \t\u00a0]*(?:[-*•·‣◦▪●■\uf0a7\uf0b7]|o(?=\t))[ \t\u00a0]+/;
/** A dash is a bullet only next to another one. Alone, it introduces the name of whoever is quoted. */
const dash = /^[ \t\u00a0]*[–—][ \t\u00a0]+/;
const number = /^[ \t\u00a0]*(\d{1,3})[.)][ \t\u00a0]+/;
/** Longer than any line of a text with manual line breaks. */
const longLine = 100;

/**
 * Converts text from a word processor for staff's fields: there, a paragraph is one line, here an empty line separates
 * two; bullets are other characters; soft hyphens belong to the original lines.
 */
export function pastedWords(text: string, isFromDocument: boolean): string {
  const lines = text.replace(breaks, '\n').replaceAll('\u00ad', '').split('\n');
  const mayBePoint = (line = '') => point.test(line) || dash.test(line);
  const known = lines.map((line, place) => {
    const isBeside = mayBePoint(lines[place - 1]) || mayBePoint(lines[place + 1]);
    return (isBeside ? line.replace(dash, '- ') : line)
      .replace(point, '- ')
      .replace(number, '$1. ');
  });
  const hasParagraphs = isFromDocument || lines.some((line) => line.length > longLine);
  if (!hasParagraphs || known.some((line) => line.trim() === '')) return known.join('\n');
  return known
    .map((line, place) => {
      const before = known[place - 1];
      if (before === undefined) return line;
      return (isItem(before) && isItem(line) ? '\n' : '\n\n') + line;
    })
    .join('');
}

const isItem = (line: string) => /^(- |\d{1,3}\. )/.test(line);

/** Inserted as if typed, so that it can be undone. */
export function pasteWords(event: ClipboardEvent<HTMLTextAreaElement>) {
  const { clipboardData } = event;
  const given = clipboardData.getData('text/plain');
  const words = pastedWords(given, clipboardData.types.includes('text/html'));
  if (words === given) return;
  if (document.execCommand('insertText', false, words)) event.preventDefault();
}
