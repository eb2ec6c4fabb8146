import { plainJson, plainText, withFewMarks } from '#domain/text/plain-text.ts';
import { parseJson } from '../../parse-json.ts';
import { countFields } from '../../small-form.ts';
import { refuse } from '../rest-errors.ts';
import { requireFew } from './body-size.ts';
import { parseCsv } from './parse-csv.ts';
import { addArgument } from './parse-query.ts';
import { refuseVastNumbers } from './vast-numbers.ts';

/** A body. Its text goes to the database unchanged; only the names of its columns are read. */
export type Payload = {
  kind: 'json' | 'csv' | 'form' | 'text' | 'xml' | 'bytes';
  text: string;
  isArray: boolean;
  /** The keys of the first object, and whether all others have the same. */
  columns: string[];
  isUniform: boolean;
  /** A form's arguments for a function. */
  args?: Map<string, string[]>;
  /** What is passed to a function unchanged. */
  bytes?: Buffer;
};

export async function readPayload(request: Request, isCall: boolean): Promise<Payload> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  switch (type || 'application/json') {
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
      return readJson('json', plainJson(await request.text()), isCall);
    case 'text/csv':
      return readJson('csv', JSON.stringify(parseCsv(plainText(await request.text()))), isCall);
    case 'application/x-www-form-urlencoded':
      return readForm(plainText(await request.text()), isCall);
  }
  if (isCall && type === 'text/plain') return raw('text', plainText(await request.text()));
  if (isCall && type === 'text/xml') return raw('xml', plainText(await request.text()));
  if (isCall && type === 'application/octet-stream') {
    return { ...raw('bytes', ''), bytes: Buffer.from(await request.arrayBuffer()) };
  }
  refuse('PGRST102', { message: `Content-Type not acceptable: ${type}` });
}

function raw(kind: 'text' | 'xml' | 'bytes', text: string): Payload {
  return { kind, text, isArray: false, columns: [], isUniform: true };
}

function readForm(text: string, isCall: boolean): Payload {
  requireFew('columns', countFields(Buffer.from(text)));
  const form = [...new URLSearchParams(text)].map(([name, value]): [string, string] => [
    name,
    withFewMarks(value),
  ]);
  const args = new Map<string, string[]>();
  for (const [name, value] of form) addArgument(args, name, value);
  const json = JSON.stringify(Object.fromEntries(form));
  return { ...readJson('form', json, isCall), args: isCall ? args : undefined };
}

function readJson(kind: Payload['kind'], text: string, isCall: boolean): Payload {
  // A function without arguments needs no body (the client for Flutter sends null); a row does.
  const given = isCall && (text === '' || text === 'null') ? '{}' : text;
  const body = parse(given);
  refuseVastNumbers(given);
  const rows: unknown[] = Array.isArray(body) ? body : [body];
  requireFew('rows', rows.length);
  const [first = {}] = rows;
  if (!isPlainObject(first) && !Array.isArray(body)) {
    refuse('PGRST102', { message: 'The body must be a JSON object or an array of JSON objects' });
  }
  const columns = isPlainObject(first) ? Object.keys(first) : [];
  requireFew('columns', columns.length);
  const isUniform = rows.every(
    (row) =>
      isPlainObject(row) &&
      Object.keys(row).length === columns.length &&
      columns.every((name) => Object.hasOwn(row, name)),
  );
  // What is not a row is invalid whatever the list of columns.
  if (!isUniform && !rows.every(isPlainObject)) refuseShapes();
  return { kind, text: given, isArray: Array.isArray(body), columns, isUniform };
}

export function refuseShapes(): never {
  refuse('PGRST102', { message: 'All object keys must match' });
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    refuse('PGRST102', { message: 'Empty or invalid json' });
  }
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
