import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '#database/database.ts';
import { ApiError } from './errors.ts';
import type { TokenVerifier } from './tokens.ts';

/** Addresses that a browser or another service opens by itself, and so without a key. */
const openPaths = [
  '/auth/v1/verify',
  '/auth/v1/callback',
  '/auth/v1/authorize',
  '/auth/v1/.well-known/jwks.json',
  '/storage/v1/object/public/',
  '/storage/v1/object/sign/',
  '/functions/v1/stripe-webhook',
];

export type GateKeys = { publishableKey: string; secretKey: string };

/** Tells who calls: the key gives the role, a valid bearer token the person. */
export async function identify(
  request: Request,
  url: URL,
  keys: GateKeys,
  verifyToken: TokenVerifier,
): Promise<Caller> {
  const key = request.headers.get('apikey') ?? url.searchParams.get('apikey');
  if (!key && openPaths.some((path) => url.pathname.startsWith(path))) return anonymous;
  if (!key) {
    throw new ApiError(
      'no_api_key',
      undefined,
      'No `apikey` request header or url param was found.',
    );
  }
  const isSecret = isSame(key, keys.secretKey);
  if (!isSecret && !isSame(key, keys.publishableKey)) {
    throw new ApiError(
      'invalid_api_key',
      undefined,
      'Double check your Supabase `anon` or `service_role` API key.',
    );
  }
  const bearer = request.headers.get('authorization')?.match(/^Bearer\s+(.+)$/i)?.[1];
  // Without a session the official client sends the key as the bearer.
  if (bearer && bearer !== key) {
    const claims = await verifyToken(bearer);
    return { role: 'authenticated', claims };
  }
  return isSecret ? service : anonymous;
}

const anonymous: Caller = { role: 'anon', claims: { role: 'anon' } };
const service: Caller = { role: 'service_role', claims: { role: 'service_role' } };

function isSame(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}
