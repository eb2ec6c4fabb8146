/** What a spreadsheet takes for a formula, in its wide form too, behind nothing that is seen. */
const atTheStart = /^[\s\p{C}]*[=+\-@\t\r|%＝＋－＠]/u;
/** Where the program cuts at something else than commas, a cell begins there. Each cut looks as far as the next. */
const afterACut = /([;\t\r\n](?:(?![\t\r\n])[\s\p{C}])*)([=+\-@|%＝＋－＠])/gu;

/** As RFC 4180 writes it; cells that a spreadsheet would take for a formula begin with an apostrophe. */
export function toCsv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: unknown): string {
  const text = textOf(value);
  const cut = text.replace(afterACut, "$1'$2");
  const harmless = atTheStart.test(text) ? `'${cut}` : cut;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  // As Excel takes it for a moment, and not for words: heads say that it is UTC.
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
