import { z } from 'zod';
import { limitBody } from '../body-limit.ts';
import { parseJson } from '../parse-json.ts';
import { firstIssue, sayIssue } from '../say-issue.ts';
import { StorageError } from './storage-errors.ts';

/**
 * Official clients differ in how they write JSON, and the original accepts all of them: the one for Flutter sends
 * null for missing fields, and the one for Python sends numbers as text.
 */
export async function readJson<Schema extends z.ZodType>(
  incoming: Request,
  schema: Schema,
  { nullIsMeant = false } = {},
): Promise<z.infer<Schema>> {
  const request = await limitBody(incoming);
  const body = read(await request.text());
  const parsed = schema.safeParse(nullIsMeant ? body : withoutNulls(body), { error: sayIssue });
  if (parsed.success) return parsed.data;
  throw new StorageError('InvalidRequest', firstIssue(parsed.error));
}

function read(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** No body here has an object inside an object inside another, so what lies deeper is not walked. */
function withoutNulls(value: unknown, depth = 2): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (depth === 0) return value;
  const said = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(said.map(([name, one]) => [name, withoutNulls(one, depth - 1)]));
}

/** A number, possibly as text. */
export function numeral<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (isDigits(value) ? Number(value) : value), schema);
}

function isDigits(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value);
}

/** A boolean, possibly as text. */
export const flag = z.preprocess(
  (value) => (value === 'true' || value === 'false' ? value === 'true' : value),
  z.boolean(),
);
