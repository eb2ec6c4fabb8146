import { plainJson } from '#domain/plain-text.ts';
import { limits } from '../limits.ts';
import { RestError, refuse } from '../rest-errors.ts';

/** A JSON body. Its text goes to the database as it came; only the names of its columns are read. */
export type Payload = {
  text: string;
  isArray: boolean;
  /** The keys of the first object, and whether all others have the same. */
  columns: string[];
  isUniform: boolean;
};

export async function readPayload(request: Request): Promise<Payload> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type && type !== 'application/json' && type !== 'application/vnd.pgrst.object+json') {
    throw new RestError('PGRST102', 415, { message: `Content-Type not acceptable: ${type}` });
  }
  return parsePayload(plainJson(await request.text()));
}

function parsePayload(text: string): Payload {
  const body = parse(text);
  const rows: object[] = Array.isArray(body) ? body : [body];
  if (rows.length > limits.bodyRows) {
    refuse('PGRST102', { message: `The body has more than ${limits.bodyRows} rows` });
  }
  if (!rows.every(isPlainObject)) {
    refuse('PGRST102', { message: 'The body must be a JSON object or an array of JSON objects' });
  }
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length > limits.bodyColumns) {
    refuse('PGRST102', { message: `The body has more than ${limits.bodyColumns} columns` });
  }
  const isUniform = rows.every(
    (row) =>
      Object.keys(row).length === columns.length &&
      columns.every((name) => Object.hasOwn(row, name)),
  );
  return { text: text || '{}', isArray: Array.isArray(body), columns, isUniform };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch {
    refuse('PGRST102', { message: 'Empty or invalid json' });
  }
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
