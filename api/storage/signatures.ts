import { createHmac } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Caller } from '#database/database.ts';
import { StorageError } from './storage-errors.ts';

export function signingKeyFrom(secretKey: string): Uint8Array {
  return createHmac('sha256', secretKey).update('signed addresses').digest();
}

/** For how long an address may be signed: a week. */
export const longestSeconds = 604_800;

export type Signed = { caller: Caller; path: string; expires: number };

/**
 * An address carries who signed it, and every request asks the policies again as that person. So it ends
 * with their membership, not only with its time.
 */
export function sign(
  key: Uint8Array,
  { caller, path, seconds }: { caller: Caller; path: string; seconds: number },
): Promise<string> {
  const { role, claims } = caller;
  const { sub } = claims;
  return new SignJWT({ url: path, role, ...(typeof sub === 'string' ? { sub } : {}) })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expiry(Date.now() / 1000, seconds))
    .sign(key);
}

/**
 * The same address for a while, so that a browser which asks again finds the picture in its cache; never
 * longer than was asked for.
 */
export function expiry(now: number, seconds: number): number {
  const step = seconds < 60 ? 1 : Math.floor(seconds / 2);
  return Math.floor((now + seconds) / step) * step;
}

export async function readSignature(key: Uint8Array, token: string): Promise<Signed> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'] });
    const { url, role, sub, exp } = payload;
    if (typeof url !== 'string' || exp === undefined) throw new Error('not ours');
    if (role === 'service_role') {
      return { path: url, expires: exp, caller: { role, claims: { role } } };
    }
    if (role !== 'authenticated' || typeof sub !== 'string') throw new Error('not ours');
    return { path: url, expires: exp, caller: { role, claims: { sub, role } } };
  } catch {
    throw new StorageError('InvalidJWT');
  }
}
