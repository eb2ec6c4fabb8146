import { type core, z } from 'zod';
import { emailPattern } from '#domain/account/email-address.ts';
import { plainJson } from '#domain/text/plain-text.ts';
import { ApiError } from '../errors.ts';
import { sayIssue } from '../say-issue.ts';
import type { Auth, Exchange } from './context.ts';

/** Reads and checks the JSON that a client sent. No body is no JSON, except where nothing needs to be said. */
export async function readBody<Schema extends z.ZodType>(
  { request }: Exchange,
  schema: Schema,
  { mayBeEmpty = false } = {},
): Promise<z.infer<Schema>> {
  const text = await request.text();
  let value: unknown = {};
  try {
    if (text || !mayBeEmpty) value = JSON.parse(text, isHarmless(text) ? undefined : refuseOddText);
  } catch {
    throw new ApiError('bad_json', notRead);
  }
  // A null says as little as no field at all, as on Supabase.
  return check(schema, value ?? {}, { isBody: true });
}

/** Only an escape can say what is no text, and only a long body is nested too deep to be gone through. */
function isHarmless(text: string): boolean {
  return text.length < 2_000 && !text.includes('\\u');
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

/** The rules that have words have Supabase Auth's, to the letter. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { isBody = false } = {},
): z.infer<Schema> {
  const parsed = schema.safeParse(value, { error: sayIssue, reportInput: true });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const unread = isBody && issues.find(isOfOtherType);
  if (unread) throw new ApiError('bad_json', `${notRead}: ${sayIssue(unread)}`);
  throw new ApiError('validation_failed', issues[0]?.message);
}

const notRead = 'Could not parse request body as JSON';

/** Supabase Auth reads a body into fields that have their types: of another type is not read, whatever it says. */
function isOfOtherType({ code, input }: core.$ZodIssue): boolean {
  const isGiven = input !== undefined && input !== null;
  return (
    isGiven && (code === 'invalid_type' || (code === 'invalid_value' && typeof input !== 'string'))
  );
}

export const emailField = z
  .string()
  .trim()
  .toLowerCase()
  .max(255, 'An email address is too long')
  .pipe(z.string().regex(emailPattern, 'Unable to validate email address: invalid format'));

/** Where nothing else says who is meant. */
export const neededEmailField = z
  .string('An email address is required')
  .min(1, 'An email address is required')
  .pipe(emailField);

/**
 * An address that may have an account from elsewhere, where other ones were allowed. Nothing in it that would
 * make two addresses of it in the head of a mail.
 */
export const knownEmailField = z
  .string()
  .trim()
  .toLowerCase()
  .max(255, 'An email address is too long')
  .regex(
    /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/,
    'Unable to validate email address: invalid format',
  );

/** E.164, with or without its plus; stored without, as Supabase Auth does. */
export const phoneField = z
  .string()
  .trim()
  .transform((phone) => phone.replace(/[\s+()-]/g, ''))
  .pipe(z.string().regex(/^[1-9]\d{5,14}$/, 'Invalid phone number format (E.164 required)'));

/** Long enough for any password, short enough not to be a burden; the rules come later. */
export const passwordField = z.string().max(1_024);

/** Of two ways to say who somebody is, one. */
export function refuseTwoAddresses(
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
  words = 'Only an email address or phone number should be provided',
) {
  if (email && phone) throw new ApiError('validation_failed', words);
}

/** How a code comes to a number: by SMS alone, for there is no other service. */
export const channelField = { channel: z.string().max(100).nullish() };

export function requireChannel({ channel }: { channel?: string | null | undefined }) {
  if (!channel || channel === 'sms') return;
  throw new ApiError(
    'validation_failed',
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  );
}

/** It stands in every access token, which must fit into a header. */
export const metadataField = z
  .record(z.string(), z.unknown())
  .refine(
    (data) => Buffer.byteLength(JSON.stringify(data)) <= 8_192,
    'metadata is larger than 8 KB',
  )
  .transform((data): Record<string, unknown> => JSON.parse(plainJson(JSON.stringify(data))));

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
  code_challenge: optional(
    z
      .string()
      .regex(/^.{43,128}$/s, 'code challenge has to be between 43 and 128 characters')
      .regex(
        /^[\w.~-]+$/,
        'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
      ),
  ),
  code_challenge_method: optional(
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(['s256', 'plain'], 'Invalid code_challenge_method')),
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
