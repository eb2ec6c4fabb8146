import { hash } from 'node:crypto';
import { createLocalJWKSet, errors, type JWK, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { ApiError, type TokenFlaw } from './errors.ts';
import { createRecentlyUsed } from './rest/recently-used.ts';

export type TokenVerifier = (token: string) => Promise<Record<string, unknown>>;

/**
 * An external service whose tokens are accepted instead of our own, and where it publishes its keys. It cannot choose
 * the algorithm: with HS256, its public key would be a password that everybody knows.
 */
export type Issuer = { issuer: string; keys: JWTVerifyGetKey };

type Verified = { claims: Record<string, unknown>; expiresAt: number };

/** A token may contain some 10 KB of its person's metadata. */
const mostRemembered = 2_000;

/**
 * Verifies access tokens with our own keys; ES256 is the only algorithm accepted. The same token comes with every
 * request for an hour, so the result is cached until it expires, by the token's digest, so that only the last token
 * itself is in memory.
 */
export function createTokenVerifier(keys: readonly JWK[], most = mostRemembered): TokenVerifier {
  const keySet = createLocalJWKSet({ keys: keys.map(publicPart) });
  return rememberingVerifier(keySet, { algorithms: ['ES256'] }, most);
}

/** For an external service: its keys may be of any kind that it can choose for signing. */
export function createIssuerVerifier({ issuer, keys }: Issuer): TokenVerifier {
  const findKey: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      throw error instanceof errors.JWKSNoMatchingKey ? error : new KeysMissing(error);
    }
  };
  const algorithms = ['ES256', 'RS256', 'EdDSA'];
  return rememberingVerifier(findKey, { algorithms, issuer }, mostRemembered);
}

/** The keys could not be fetched, so it is unknown whether a token is valid. */
class KeysMissing extends Error {
  constructor(cause: unknown) {
    super('The keys of the service that signed the token did not come.', { cause });
  }
}

function rememberingVerifier(
  keySet: JWTVerifyGetKey,
  rules: { algorithms: string[]; issuer?: string },
  most: number,
): TokenVerifier {
  const verified = createRecentlyUsed<Verified>({ items: most });
  // Clients often send many requests in a row, and the digest is the largest part of the gate's cost.
  let last: (Verified & { token: string }) | undefined;

  async function verify(token: string): Promise<Verified> {
    try {
      const { payload } = await jwtVerify(token, keySet, {
        ...rules,
        audience: 'authenticated',
        requiredClaims: ['sub', 'exp'],
      });
      const claims = Object.freeze({ ...payload, role: 'authenticated' });
      return { claims, expiresAt: (payload.exp ?? 0) * 1_000 };
    } catch (error) {
      if (error instanceof KeysMissing) throw error.cause;
      if (error instanceof errors.JWTExpired) throw new ApiError('expired_token', 'JWT expired');
      throw asRefusal(token, error);
    }
  }

  return async (token) => {
    if (last?.token === token && last.expiresAt > Date.now()) return last.claims;
    const digest = hash('sha256', token, 'base64');
    let known = verified.find(digest);
    if (!known || known.expiresAt <= Date.now()) {
      verified.forget(digest);
      known = await verify(token);
      verified.keep(digest, known);
    }
    last = { ...known, token };
    return known.claims;
  };
}

/** With PostgREST's messages, which tell its clients what to check. */
function asRefusal(token: string, error: unknown): ApiError {
  const refuse = (flaw: TokenFlaw, message: string) =>
    new ApiError('invalid_token', message, undefined, { flaw });
  if (!token) return refuse('form', 'Empty JWT is sent in Authorization header');
  const parts = token.split('.').length;
  if (parts !== 3) return refuse('form', `Expected 3 parts in JWT; got ${parts}`);
  if (error instanceof errors.JWTClaimValidationFailed) {
    return refuse('claims', claimWords[error.claim] ?? 'Parsing claims failed');
  }
  const isOfKey = keyErrors.some((kind) => error instanceof kind);
  return isOfKey
    ? refuse('signature', 'No suitable key or wrong key type')
    : refuse('form', 'JWT cryptographic operation failed');
}

const claimWords: Record<string, string> = {
  aud: 'JWT not in audience',
  nbf: 'JWT not yet valid',
};

const keyErrors = [
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JOSEAlgNotAllowed,
];

export function publicPart({ kty, crv, alg, kid, x, y }: JWK): JWK {
  return { kty, crv, alg, kid, x, y, use: 'sig', key_ops: ['verify'] } as JWK;
}
