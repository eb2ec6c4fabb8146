import {
  type AwardLine,
  awardColumns,
  awardColumnWords,
  mostAwardLines,
} from '#domain/staff/credentials.ts';
import { grouped } from '#domain/text/grouped.ts';
import { ApiError } from '../../errors.ts';

type Lines = {
  lines: { line: number; given: AwardLine }[];
  /** Unknown columns, whose contents are ignored. */
  unread: string[];
};

/** The lines of a file below its header, each with its position in the file. */
export function readLines(csv: string): Lines {
  const [heads, ...rows] = readCells(csv.replace(/^\uFEFF/, ''));
  if (!heads) throw refusal('The file is empty.');
  const columns = heads.cells.map(columnOf);
  const missing = (['type', 'name', 'awarded_on'] as const).filter(
    (name) => !columns.includes(name),
  );
  if (missing.length > 0) {
    const names = missing.map((name) => `“${awardColumnWords[name]}”`).join(', ');
    throw refusal(`The first line of the file names its columns. It lacks ${names}.`);
  }
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw refusal('The file has no line below its heads.');
  if (filled.length > mostAwardLines) {
    throw refusal(`The file has more than ${grouped(mostAwardLines)} lines. Cut it into parts.`);
  }
  return {
    lines: filled.map(({ line, cells }) => ({ line, given: lineOf(columns, cells) })),
    unread: heads.cells.filter((head, place) => head.trim() !== '' && !columns[place]),
  };
}

function refusal(words: string) {
  return new ApiError('invalid_input', words);
}

function columnOf(head: string): keyof AwardLine | undefined {
  const name = head
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
  return awardColumns.find((column) => awardColumnWords[column] === name || column === name);
}

function lineOf(columns: (keyof AwardLine | undefined)[], cells: string[]): AwardLine {
  const given = Object.fromEntries(awardColumns.map((name) => [name, ''])) as AwardLine;
  for (const [place, name] of columns.entries())
    if (name) given[name] = (cells[place] ?? '').trim();
  return given;
}

type Row = { line: number; cells: string[] };

/** RFC 4180, separated by commas, semicolons or tabs, whichever the first line uses. */
function readCells(text: string): Row[] {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const mark =
    [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|([^"${mark}\\r\\n]*))(${mark}|\\r?\\n|\\r|$)`,
    'y',
  );
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let line = 1;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) throw refusal(`Line ${line} has a quotation mark that is not closed.`);
    const [all, quoted, plain = '', end] = found;
    line += all.split(/\r\n|\r|\n/).length - 1;
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === mark && cell.lastIndex < text.length) continue;
    rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}
