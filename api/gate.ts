import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '#database/database.ts';
import { type Address, readAddress } from './address.ts';
import { ApiError } from './errors.ts';
import type { TokenVerifier } from './tokens.ts';

/** Addresses that a browser or another service opens by itself, and therefore without a key. */
const openPaths = [
  '/auth/v1/verify',
  '/auth/v1/callback',
  '/auth/v1/authorize',
  '/auth/v1/.well-known/',
  '/storage/v1/object/public/',
  '/storage/v1/object/info/public/',
  '/storage/v1/object/sign/',
  '/storage/v1/object/upload/sign/',
  '/storage/v1/render/image/public/',
  '/storage/v1/render/image/sign/',
  '/storage/v1/upload/resumable/sign',
  '/storage/v1/s3',
  '/storage/v1/status',
  '/functions/v1/stripe-webhook',
];

/** A bearer token is enough there, as at Supabase's gateway: TUS clients send no key, for example. */
const takingBearers = new Set(['storage', 'functions']);

/** A signed address is open to anybody; signing one is not. */
const signing = /^\/storage\/v1\/object\/(upload\/)?sign\//;

/**
 * Calls for accounts that need no session. Clients for other languages still send their last token along, even the
 * expired one that they are about to renew.
 */
const forAnybody =
  /^\/auth\/v1\/(health|settings|signup|token|recover|otp|magiclink|resend|verify|authorize|sso|passkeys\/authentication)(\/|$)/;

export type GateKeys = { publishableKey: string; secretKey: string };

/** Tells who calls: the key gives the role, a valid bearer token the person. */
export async function identify(
  request: Request,
  address: Address,
  keys: GateKeys,
  verifyToken: TokenVerifier,
): Promise<Caller> {
  if (address.holdsSecret && !isOfOfficialClient(request, address, keys.secretKey)) {
    throw new ApiError('secret_key_in_address');
  }
  const key = request.headers.get('apikey') ?? address.key ?? '';
  if (!key && isOpen(request, address)) return anonymous;
  const authorization = request.headers.get('authorization') ?? '';
  if (!key && !authorization && mayBePublic(request, address)) return anonymous;
  const bearer = bearerIn(authorization) || (key ? '' : bareTokenIn(authorization, address));
  if (!key && !(bearer && takingBearers.has(address.service))) {
    throw new ApiError(
      'no_api_key',
      undefined,
      'No `apikey` request header or url param was found.',
    );
  }
  const ofKey = callerOf(key || bearer, keys);
  // Without a session the official client sends the key as the bearer.
  const namesNobody = !bearer && !isEmptyBearer.test(authorization);
  if (ofKey && (!key || namesNobody || bearer === key)) return ofKey;
  if (key && !ofKey) {
    throw new ApiError(
      'invalid_api_key',
      undefined,
      'Double check your Supabase `anon` or `service_role` API key.',
    );
  }
  if (ofKey && address.service === 'storage' && isOpen(request, address)) return ofKey;
  try {
    return { role: 'authenticated', claims: await verifyToken(bearer) };
  } catch (error) {
    if (ofKey && error instanceof ApiError && forAnybody.test(address.pathname)) return ofKey;
    throw error;
  }
}

function isOpen({ method }: Request, { pathname }: Address): boolean {
  if (method === 'POST' && signing.test(pathname)) return false;
  return openPaths.some((path) => pathname.startsWith(path));
}

/** The older address of an object, which is the same for those that everybody may open. */
function mayBePublic({ method }: Request, { pathname }: Address): boolean {
  return (method === 'GET' || method === 'HEAD') && objects.test(pathname);
}

const objects = /^\/storage\/v1\/object\/(?!(authenticated|info)\/)[^/]+\/./;

/** The publishable key is no secret: only the other one is compared in constant time. */
export function callerOf(key: string, keys: GateKeys): Caller | undefined {
  if (key === keys.publishableKey) return anonymous;
  return isSame(key, keys.secretKey) ? service : undefined;
}

/** A server that hands on the token of a person whom it has lost must not go on with what its own key may. */
const isEmptyBearer = /^Bearer\s*$/i;

/** Empty where there is none. */
export function bearerIn(authorization: string): string {
  const [scheme = ''] = /^Bearer\s+/i.exec(authorization) ?? [];
  return scheme && authorization.slice(scheme.length);
}

/** Supabase Storage takes a token without the word before it too. */
function bareTokenIn(authorization: string, { service }: Address): string {
  return service === 'storage' ? authorization : '';
}

/**
 * A WebSocket has no headers of one's own: the official client puts its key into the address of the socket,
 * and of the broadcasts that it sends without one. There it may, from a server: a browser says its origin.
 */
function isOfOfficialClient(request: Request, address: Address, secret: string): boolean {
  if (address.service !== 'realtime' || request.headers.has('origin')) return false;
  if (address.key !== secret) return false;
  const rest = new URL(address.url);
  rest.searchParams.delete('apikey');
  return !readAddress(rest.href, secret).holdsSecret;
}

// Frozen, as a token's: so the text of their claims is made once.
const anonymous: Caller = { role: 'anon', claims: Object.freeze({ role: 'anon' }) };
const service: Caller = { role: 'service_role', claims: Object.freeze({ role: 'service_role' }) };

function isSame(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}
