import { createPrivateKey, sign } from 'node:crypto';
import type { JWK } from 'jose';
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
  ): { token: string; expiresAt: number };
};

/**
 * The first key signs; the others still verify what they signed before. Signed here and not by jose, which
 * hands it to the thread pool: there it would wait behind the hashes of passwords, a thousand times longer
 * than it takes.
 */
export function createAccessTokens(keys: readonly JWK[], seconds: number): AccessTokens {
  const [jwk] = keys;
  if (!jwk?.d) throw new Error('There is no private key to sign access tokens with.');
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const header = encode({ alg: 'ES256', kid: jwk.kid, typ: 'JWT' });
  return {
    seconds,
    sign(account, { sessionId, aal, amr }, issuer) {
      const now = Math.floor(Date.now() / 1_000);
      const payload = encode({
        aud: account.aud,
        email: account.email ?? '',
        phone: account.phone ?? '',
        app_metadata: account.raw_app_meta_data ?? {},
        user_metadata: account.raw_user_meta_data ?? {},
        role: account.role,
        aal,
        amr,
        session_id: sessionId,
        is_anonymous: account.is_anonymous,
        iss: `${issuer}/auth/v1`,
        sub: account.id,
        iat: now,
        exp: now + seconds,
      });
      const signed = `${header}.${payload}`;
      // As JWS wants it: both numbers as they are, not in DER.
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
      return { token: `${signed}.${signature.toString('base64url')}`, expiresAt: now + seconds };
    },
  };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
