import { importJWK, type JWK, SignJWT } from 'jose';
import type { Account } from '../accounts.ts';

export type Assurance = {
  sessionId: string;
  aal: 'aal1' | 'aal2' | 'aal3';
  amr: readonly { method: string; timestamp: number }[];
};

export type AccessTokens = {
  seconds: number;
  sign(
    account: Account,
    assurance: Assurance,
    issuer: string,
  ): Promise<{ token: string; expiresAt: number }>;
};

/** The first key signs; the others still verify what they signed before. */
export function createAccessTokens(keys: readonly JWK[], seconds: number): AccessTokens {
  const [signingKey] = keys;
  if (!signingKey?.d) throw new Error('There is no private key to sign access tokens with.');
  const ready = importJWK(signingKey, 'ES256');
  return {
    seconds,
    async sign(account, { sessionId, aal, amr }, issuer) {
      const now = Math.floor(Date.now() / 1_000);
      const token = await new SignJWT({
        aud: account.aud,
        email: account.email ?? '',
        phone: account.phone ?? '',
        app_metadata: account.raw_app_meta_data ?? {},
        user_metadata: account.raw_user_meta_data ?? {},
        role: account.role,
        aal,
        amr: [...amr],
        session_id: sessionId,
        is_anonymous: account.is_anonymous,
      })
        .setProtectedHeader({ alg: 'ES256', kid: signingKey.kid, typ: 'JWT' })
        .setIssuer(`${issuer}/auth/v1`)
        .setSubject(account.id)
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(await ready);
      return { token, expiresAt: now + seconds };
    },
  };
}
