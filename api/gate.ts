import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '#database/database.ts';
import { type Address, readAddress } from './address.ts';
import { ApiError } from './errors.ts';
import type { TokenVerifier } from './tokens.ts';

/** Paths that a browser or another service opens directly, and therefore without a key. */
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

/** Here a bearer token is enough, as in Supabase's gateway: TUS clients, for example, send no key. */
const takingBearers = new Set(['storage', 'functions']);

/** A signed URL is open to anybody, but creating one is not. */
const signing = /^\/storage\/v1\/object\/(upload\/)?sign\//;

/**
 * Auth calls that need no session. Clients in other languages still send their last token, even the expired one that
 * they are about to refresh.
 */
const forAnybody =
  /^\/auth\/v1\/(health|settings|signup|token|recover|otp|magiclink|resend|verify|authorize|sso|passkeys\/authentication)(\/|$)/;

export type GateKeys = { publishableKey: string; secretKey: string };

/** Determines the caller: the key gives the role, and a valid bearer token the person. */
export async function identify(
  request: Request,
  address: Address,
  keys: GateKeys,
  verifyToken: TokenVerifier,
): Promise<Caller> {
  if (address.holdsSecret && !mayUseSecretInUrl(request, address, keys.secretKey)) {
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
  // Without a session, the official client sends the key as its bearer token.
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

/** The older URL of an object, which is the same for public ones. */
function mayBePublic({ method }: Request, { pathname }: Address): boolean {
  return (method === 'GET' || method === 'HEAD') && objects.test(pathname);
}

const objects = /^\/storage\/v1\/object\/(?!(authenticated|info)\/)[^/]+\/./;

/** Only the secret key is compared in constant time: the publishable one is public. */
export function callerOf(key: string, keys: GateKeys): Caller | undefined {
  if (key === keys.publishableKey) return anonymous;
  return isSame(key, keys.secretKey) ? service : undefined;
}

/** A server that forwards a person's token and finds it empty must not continue with the rights of its own key. */
const isEmptyBearer = /^Bearer\s*$/i;

/** Empty if there is none. */
export function bearerIn(authorization: string): string {
  const [scheme = ''] = /^Bearer\s+/i.exec(authorization) ?? [];
  return scheme && authorization.slice(scheme.length);
}

/** Supabase Storage also accepts a token without the word `Bearer`. */
function bareTokenIn(authorization: string, { service }: Address): string {
  return service === 'storage' ? authorization : '';
}

/**
 * WebSockets cannot send custom headers, so the official client puts its key into the socket's URL, and into that of
 * broadcasts sent without a socket. The secret key is accepted there only from servers: browsers send an Origin
 * header.
 */
function mayUseSecretInUrl(request: Request, address: Address, secret: string): boolean {
  if (address.service !== 'realtime' || request.headers.has('origin')) return false;
  if (address.key !== secret) return false;
  const rest = new URL(address.url);
  rest.searchParams.delete('apikey');
  return !readAddress(rest.href, secret).holdsSecret;
}

// Frozen, like the claims of tokens, so that their text is computed only once.
const anonymous: Caller = { role: 'anon', claims: Object.freeze({ role: 'anon' }) };
const service: Caller = { role: 'service_role', claims: Object.freeze({ role: 'service_role' }) };

function isSame(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}
