import { limits } from '../limits.ts';
import { refuse } from '../rest-errors.ts';
import { requireFew } from './body-size.ts';

const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y;

/** Rows by the names in the first line, as in RFC 4180; `NULL` means null. */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [names = [], ...lines] = readLines(text);
  if (lines.some((line) => line.length !== names.length)) refuseLines();
  // Each row repeats the names: one of a hundred thousand characters would grow to half a gigabyte.
  if (names.join('').length * lines.length > limits.csvNames) {
    refuse('PGRST102', { message: 'The names of the columns are too long for so many rows' });
  }
  return lines.map((line) =>
    Object.fromEntries(
      names.map((name, place) => [name, line[place] === 'NULL' ? null : (line[place] ?? null)]),
    ),
  );
}

function readLines(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  cell.lastIndex = 0;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) refuseLines();
    const [, quoted, plain = '', end] = found;
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (line.length > (lines[0]?.length ?? limits.bodyColumns)) {
      requireFew('columns', line.length);
      refuseLines();
    }
    if (end === ',') {
      if (cell.lastIndex === text.length) line.push('');
      else continue;
    }
    lines.push(line);
    line = [];
    requireFew('rows', lines.length - 1);
  }
  return lines;
}

function refuseLines(): never {
  refuse('PGRST102', { message: 'All lines must have same number of fields' });
}
