/** What a spreadsheet takes for a formula, also in full-width characters or after invisible ones. */
const atTheStart = /^[\s\p{C}]*[=+\-@\t\r|%＝＋－＠]/u;
/**
 * Programs that split at something other than commas start a new cell there. Each match reaches only to the next
 * separator.
 */
const afterACut = /([;\t\r\n](?:(?![\t\r\n])[\s\p{C}])*)([=+\-@|%＝＋－＠])/gu;

/** In RFC 4180 format; cells that a spreadsheet would take for a formula get an apostrophe in front. */
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
  // In a format that Excel recognizes as a date; the headers say that it is UTC.
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
