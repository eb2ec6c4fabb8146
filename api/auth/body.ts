import { z } from 'zod';
import { ApiError } from '../errors.ts';
import type { Auth, Exchange } from './context.ts';

/** Reads and checks the JSON that a client sent; an empty body counts as an empty object. */
export async function readBody<Schema extends z.ZodType>(
  { request }: Exchange,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await request.text();
  let value: unknown = {};
  try {
    if (text) value = JSON.parse(text, refuseOddText);
  } catch {
    throw new ApiError('bad_json', 'Could not parse request body as JSON');
  }
  return check(schema, value);
}

/** What is no text to PostgreSQL: a NUL, or half of a surrogate pair. */
function refuseOddText(key: string, value: unknown): unknown {
  for (const text of [key, value]) {
    if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) {
      throw new SyntaxError('There is odd text in the body.');
    }
  }
  return value;
}

export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.');
  throw new ApiError('validation_failed', where ? `${where}: ${issue?.message}` : issue?.message);
}

export const emailField = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .pipe(z.email({ error: 'Unable to validate email address: invalid format' }));

/** E.164, with or without its plus; stored without, as Supabase Auth does. */
export const phoneField = z
  .string()
  .trim()
  .transform((phone) => phone.replace(/[\s+()-]/g, ''))
  .pipe(z.string().regex(/^[1-9]\d{5,14}$/, 'Invalid phone number format (E.164 required)'));

/** Long enough for any password, short enough not to be a burden; the rules come later. */
export const passwordField = z.string().max(1_024);

/** It stands in every access token, which must fit into a header. */
export const metadataField = z
  .record(z.string(), z.unknown())
  .refine((data) => JSON.stringify(data).length <= 8_192, 'metadata is larger than 8 KB');

/** Empty fields of the official client arrive as null or as an empty string. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (value === null || value === '' ? undefined : value),
    schema.optional(),
  );
}

export const captchaField = {
  gotrue_meta_security: z.object({ captcha_token: z.string().max(4_096).nullish() }).nullish(),
};

export const challengeFields = {
  code_challenge: optional(z.string().regex(/^[\w.~-]{43,128}$/)),
  code_challenge_method: optional(
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(['s256', 'plain'])),
  ),
};

export async function checkCaptcha(
  { captcha }: Auth,
  { client }: Exchange,
  body: { gotrue_meta_security?: { captcha_token?: string | null } | null },
) {
  if (!captcha) return;
  const token = body.gotrue_meta_security?.captcha_token;
  if (!token) {
    throw new ApiError(
      'captcha_failed',
      'captcha protection: request disallowed (no captcha_token found)',
    );
  }
  if (!(await captcha(token, client.address))) throw new ApiError('captcha_failed');
}
