import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { ApiError } from '../../errors.ts';
import { isSame } from '../../secrets.ts';
import { configurationOf, reach } from './connect.ts';
import { type Profile, profileFromClaims } from './profile.ts';
import type { OidcSettings } from './provider.ts';

const keySets = new WeakMap<OidcSettings, ReturnType<typeof createRemoteJWKSet>>();

/** Verifies an ID token that a client got from the provider itself. */
export async function profileFromIdToken(
  settings: OidcSettings,
  given: { id_token: string; access_token?: string | undefined; nonce?: string | undefined },
): Promise<Profile> {
  const { issuer, jwks_uri } = (await reach(() => configurationOf(settings))).serverMetadata();
  if (!jwks_uri) throw new ApiError('oauth_provider_not_supported');
  let keySet = keySets.get(settings);
  if (!keySet) {
    keySet = createRemoteJWKSet(new URL(jwks_uri));
    keySets.set(settings, keySet);
  }
  const claims = await reach(() => verify(given.id_token, keySet, settings));
  // Microsoft's common issuer contains a placeholder for the tenant, which each token names.
  const expected = issuer.replace('{tenantid}', String(claims.tid ?? ''));
  if (claims.iss !== expected) throw new ApiError('validation_failed', 'Bad ID token: issuer');
  checkNonce(claims, given.nonce);
  checkAccessToken(claims, given.access_token);
  return profileFromClaims(claims);
}

async function verify(
  token: string,
  keySet: ReturnType<typeof createRemoteJWKSet>,
  { clientId, audiences = [] }: OidcSettings,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keySet, {
      algorithms: ['RS256', 'ES256', 'PS256', 'EdDSA'],
      audience: [clientId, ...audiences],
      requiredClaims: ['sub', 'exp', 'iat'],
      clockTolerance: 30,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
      throw new ApiError('unexpected_audience');
    }
    if (!(error instanceof errors.JOSEError) || isOfProvider(error)) throw error;
    throw new ApiError('validation_failed', 'Bad ID token');
  }
}

/** Its keys did not come, or were no keys: the token may be good. */
function isOfProvider({ code }: errors.JOSEError): boolean {
  return ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'].includes(code);
}

/** The client gives the provider the nonce's hash and us the nonce, so that a stolen token is useless. */
function checkNonce(claims: JWTPayload, nonce: string | undefined) {
  if (Boolean(claims.nonce) !== Boolean(nonce)) {
    throw new ApiError(
      'validation_failed',
      'Passed nonce and nonce in id_token should either both exist or not.',
    );
  }
  if (!nonce) return;
  const hash = createHash('sha256').update(nonce).digest('hex');
  if (!isSame(hash, String(claims.nonce))) {
    throw new ApiError('validation_failed', 'Nonces mismatch');
  }
}

function checkAccessToken(claims: JWTPayload, accessToken: string | undefined) {
  if (!claims.at_hash) return;
  if (!accessToken) {
    throw new ApiError('validation_failed', 'ID token contains an at_hash, so pass access_token');
  }
  const half = createHash('sha256').update(accessToken).digest().subarray(0, 16);
  if (!isSame(half.toString('base64url'), String(claims.at_hash))) {
    throw new ApiError('validation_failed', 'The access token does not belong to the ID token');
  }
}
