import { createHmac } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Caller } from '#database/database.ts';
import { StorageError } from './storage-errors.ts';
import { type Transformation, transformationSchema } from './transformations.ts';

export function signingKeyFrom(secretKey: string): Uint8Array {
  return createHmac('sha256', secretKey).update('signed addresses').digest();
}

/** The longest validity of a signed URL: a week. */
export const longestSeconds = 604_800;

export type Signed = {
  caller: Caller;
  path: string;
  expires: number;
  /** How a picture is to be transformed. */
  transformation: Transformation | undefined;
};

type Signing = {
  caller: Caller;
  path: string;
  seconds: number;
  transformation?: Transformation | undefined;
};

/**
 * The URL contains who signed it, and every request checks the policies again as that person. So it ends with their
 * membership, and not only after its time.
 */
export function sign(
  key: Uint8Array,
  { caller, path, seconds, transformation }: Signing,
): Promise<string> {
  const { role, claims } = caller;
  const { sub } = claims;
  const signer = { role, ...(typeof sub === 'string' ? { sub } : {}) };
  return new SignJWT({ url: path, ...signer, ...(transformation && { transformation }) })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expiry(Date.now() / 1000, seconds))
    .sign(key);
}

/**
 * Returns the same URL for a while, so that a browser asking again finds the picture in its cache; never valid for
 * longer than requested.
 */
export function expiry(now: number, seconds: number): number {
  const step = seconds < 60 ? 1 : Math.floor(seconds / 2);
  return Math.floor((now + seconds) / step) * step;
}

const people = z.object({
  role: z.literal('authenticated'),
  sub: z.string(),
  session_id: z.string().optional(),
  aal: z.string().optional(),
});
const signers = z.union([people, z.object({ role: z.enum(['anon', 'service_role']) })]);

const readingSchema = z
  .object({ url: z.string(), exp: z.number(), transformation: transformationSchema.optional() })
  .and(signers);

export async function readSignature(key: Uint8Array, token: string): Promise<Signed> {
  const signed = await verify(key, token, readingSchema, undefined);
  const { url, exp, transformation } = signed;
  return { path: url, expires: exp, caller: callerOf(signed), transformation };
}

/** Distinguishes URLs for uploading from those for reading. */
const forUploads = 'upload';

/** In seconds: how long an upload may be started with a signed URL, as on Supabase. */
const uploadSeconds = 7_200;

/**
 * Anybody who has the URL can upload one object, with the rights of the person who signed it, while that session
 * lasts.
 */
export function signUpload(
  key: Uint8Array,
  { caller, path, isUpsert }: { caller: Caller; path: string; isUpsert: boolean },
): Promise<string> {
  const { role, claims } = caller;
  const { sub, session_id, aal } = claims;
  const signer = { role, ...(typeof sub === 'string' ? { sub, owner: sub } : {}), session_id, aal };
  return new SignJWT({ url: path, upsert: isUpsert, ...signer })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(forUploads)
    .setIssuedAt()
    .setExpirationTime(`${uploadSeconds}s`)
    .sign(key);
}

const uploadSchema = z.object({ url: z.string(), upsert: z.boolean() }).and(signers);

export async function readUploadSignature(key: Uint8Array, token: string) {
  const signed = await verify(key, token, uploadSchema, forUploads);
  return { path: signed.url, isUpsert: signed.upsert, caller: callerOf(signed) };
}

function callerOf(signer: z.infer<typeof signers>): Caller {
  if (signer.role !== 'authenticated') {
    return { role: signer.role, claims: { role: signer.role } };
  }
  const { role, sub, session_id, aal } = signer;
  return {
    role,
    claims: { sub, role, ...(session_id && { session_id }), ...(aal && { aal }) },
  };
}

/** The claims of one of our tokens for this purpose. */
async function verify<Schema extends z.ZodType>(
  key: Uint8Array,
  token: string,
  schema: Schema,
  use: string | undefined,
): Promise<z.infer<Schema>> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
    if (payload.aud !== use) throw new Error('for something else');
    return schema.parse(payload);
  } catch (error) {
    // The verifier's message, as at Supabase: it reveals nothing about the key.
    throw new StorageError('InvalidJWT', error instanceof errors.JOSEError ? error.message : '');
  }
}
