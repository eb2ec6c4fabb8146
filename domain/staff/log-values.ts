export type SaidValue = { name: string; said: string };

/** The values of a log entry, line by line, for people who do not read JSON. */
export function sayValues(values: unknown): SaidValue[] {
  if (!isRecord(values)) return [{ name: '', said: say(values) }];
  return Object.entries(values).map(([name, value]) => ({ name: inWords(name), said: say(value) }));
}

/** The same for a cell of a file. */
export function inOneLine(values: unknown): string | null {
  if (values === null || values === undefined) return null;
  return sayValues(values)
    .map(({ name, said }) => (name ? `${name}: ${said}` : said))
    .join('; ');
}

function say(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(say).join(', ');
  if (!isRecord(value)) return String(value);
  const parts = Object.entries(value).map(([name, part]) => `${inWords(name)}: ${say(part)}`);
  return parts.length === 0 ? 'none' : parts.join('; ');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `expires_on` and `isHidden` in plain words. */
function inWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
