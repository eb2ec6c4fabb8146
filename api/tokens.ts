import { createLocalJWKSet, errors, type JWK, jwtVerify } from 'jose';
import { ApiError } from './errors.ts';

export type TokenVerifier = (token: string) => Promise<Record<string, unknown>>;

/** Verifies access tokens against our own keys; no other algorithm than ES256 is accepted. */
export function createTokenVerifier(keys: readonly JWK[]): TokenVerifier {
  const keySet = createLocalJWKSet({ keys: keys.map(publicPart) });
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keySet, {
        algorithms: ['ES256'],
        audience: 'authenticated',
        requiredClaims: ['sub', 'exp'],
      });
      return { ...payload, role: 'authenticated' };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new ApiError('expired_token', 'JWT expired');
      throw new ApiError('invalid_token', 'invalid JWT: the signature or a claim does not hold');
    }
  };
}

export function publicPart({ kty, crv, alg, kid, x, y }: JWK): JWK {
  return { kty, crv, alg, kid, x, y, use: 'sig', key_ops: ['verify'] } as JWK;
}
