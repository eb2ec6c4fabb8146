import { type core, z } from 'zod';
import { emailPattern } from '#domain/account/email-address.ts';
import { plainJson } from '#domain/text/plain-text.ts';
import { ApiError } from '../errors.ts';
import { parseJson } from '../parse-json.ts';
import { sayIssue } from '../say-issue.ts';
import type { Auth, Exchange } from './context.ts';

/** Reads and validates the JSON that a client sent. An empty body is invalid, unless every field is optional. */
export async function readBody<Schema extends z.ZodType>(
  { request }: Exchange,
  schema: Schema,
  { mayBeEmpty = false } = {},
): Promise<z.infer<Schema>> {
  const text = await request.text();
  let value: unknown = {};
  try {
    if (text || !mayBeEmpty)
      value = parseJson(text, isHarmless(text) ? undefined : refuseInvalidText);
  } catch {
    throw new ApiError('bad_json', notRead);
  }
  // Like Supabase, treats null as if nothing had been sent.
  return check(schema, value ?? {}, { isBody: true });
}

/** Invalid text can only come from an escape. */
function isHarmless(text: string): boolean {
  return !text.includes('\\u');
}

/** Text that PostgreSQL cannot store: a NUL, or half of a surrogate pair. */
function refuseInvalidText(key: string, value: unknown): unknown {
  for (const text of [key, value]) {
    if (typeof text === 'string' && (text.includes('\0') || !text.isWellFormed())) {
      throw new SyntaxError('There is odd text in the body.');
    }
  }
  return value;
}

/** Rules with a message of their own use Supabase Auth's exact words. */
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

/**
 * Supabase Auth decodes a body into typed fields: a value of the wrong type fails to decode, whatever it contains.
 */
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

/** For requests in which nothing else identifies the person. */
export const neededEmailField = z
  .string('An email address is required')
  .min(1, 'An email address is required')
  .pipe(emailField);

/**
 * An address whose account may come from elsewhere, with other rules for addresses. It must contain nothing that
 * would turn it into two addresses in a mail header.
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

/** Any text, without what people write between digits. */
export const anyPhoneField = z
  .string()
  .trim()
  .max(255, 'A phone number is too long')
  .transform((phone) => phone.replace(/[\s+()-]/g, ''));

/** E.164, with or without its plus; stored without, like Supabase Auth. */
export const phoneField = anyPhoneField.pipe(
  z.string().regex(/^[1-9]\d{5,14}$/, 'Invalid phone number format (E.164 required)'),
);

/** Long enough for any password, short enough to be harmless; the password rules are checked later. */
export const passwordField = z.string().max(1_024);

/** Accepts only one of the two ways to identify a person. */
export function refuseTwoAddresses(
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
  words = 'Only an email address or phone number should be provided',
) {
  if (email && phone) throw new ApiError('validation_failed', words);
}

/** How a code reaches a phone: only by SMS, as no other service is offered. */
export const channelField = { channel: z.string().max(100).nullish() };

export function requireChannel({ channel }: { channel?: string | null | undefined }) {
  if (!channel || channel === 'sms') return;
  throw new ApiError(
    'validation_failed',
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  );
}

/** Metadata is part of every access token, which must fit into a header. */
export const metadataField = z
  .record(z.string(), z.unknown())
  .refine(
    (data) => Buffer.byteLength(JSON.stringify(data)) <= 8_192,
    'metadata is larger than 8 KB',
  )
  .transform((data): Record<string, unknown> => JSON.parse(plainJson(JSON.stringify(data))));

/** The official client sends empty fields as null or as an empty string. */
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
