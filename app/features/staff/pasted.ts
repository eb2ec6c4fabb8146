import type { ClipboardEvent } from 'react';

const breaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** As word processors draw the points of a list; the second level of one of them is a small o. */
const point = /^[ \t\u00a0]*(?:[-*•·‣◦▪●■\uf0a7\uf0b7]|o(?=\t))[ \t\u00a0]+/;
/** A dash is one beside another of them. Alone it says who said what stands before. */
const dash = /^[ \t\u00a0]*[–—][ \t\u00a0]+/;
const number = /^[ \t\u00a0]*(\d{1,3})[.)][ \t\u00a0]+/;
/** Longer than any line of a text whose lines were broken by hand. */
const longLine = 100;

/**
 * What comes from a word processor as the fields of staff read it: a paragraph is one line there, and here an empty line
 * stands between two; the points of lists are other signs; hyphens that nobody sees belong to its lines.
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

/** As if it had been typed, so that it can be undone. */
export function pasteWords(event: ClipboardEvent<HTMLTextAreaElement>) {
  const { clipboardData } = event;
  const given = clipboardData.getData('text/plain');
  const words = pastedWords(given, clipboardData.types.includes('text/html'));
  if (words === given) return;
  if (document.execCommand('insertText', false, words)) event.preventDefault();
}
