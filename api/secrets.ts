import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** 256 random bits, for links, codes and refresh tokens. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Sufficient for secrets with many random bits; codes that people type need `codeHash`. */
export function sha256(text: string): string {
  return hash('sha256', text);
}

export function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

export function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** The key for hashing short codes: derived, so that no other secret need be stored. */
export function pepperFrom(secretKey: string): string {
  return createHmac('sha256', secretKey).update('short codes').digest('hex');
}

/** A plain hash of six digits is quickly guessed, so a key from outside the database is added. */
export function codeHash(pepper: string, owner: string, code: string): string {
  return hmac(pepper, `${owner}:${code}`);
}

export function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
