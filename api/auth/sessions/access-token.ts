import { createPrivateKey, sign } from 'node:crypto';
import type { JWK } from 'jose';
import type { Account } from '../accounts.ts';

export type Assurance = {
  sessionId: string;
  aal: 'aal1' | 'aal2' | 'aal3';
  amr: readonly { method: string; timestamp: number }[];
};

type Named = Pick<
  Account,
  | 'id'
  | 'aud'
  | 'role'
  | 'email'
  | 'phone'
  | 'raw_app_meta_data'
  | 'raw_user_meta_data'
  | 'is_anonymous'
>;

export type AccessTokens = {
  seconds: number;
  sign(account: Named, assurance: Assurance, issuer: string): { token: string; expiresAt: number };
};

/**
 * The first key signs; the others still verify what they signed before. Signing happens here instead of in jose,
 * which uses the thread pool: there it would wait behind password hashes, a thousand times longer than it takes.
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
      const signature = bothNumbers(sign('sha256', Buffer.from(signed), key));
      return { token: `${signed}.${signature.toString('base64url')}`, expiresAt: now + seconds };
    },
  };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/**
 * Converts a signature to the format of JWS: both numbers concatenated, 32 bytes each, without DER. Node can do this
 * itself, but then creates and discards an error for each signature, which takes longer than signing.
 */
function bothNumbers(der: Buffer): Buffer {
  const numbers = Buffer.alloc(64);
  let at = 2;
  for (const end of [32, 64]) {
    const next = at + 2 + (der[at + 1] ?? 0);
    // DER adds a zero byte before a number whose first bit is set, and small numbers have fewer bytes.
    const from = Math.max(at + 2, next - 32);
    der.copy(numbers, end - (next - from), from, next);
    at = next;
  }
  return numbers;
}
