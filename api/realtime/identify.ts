import { decodeProtectedHeader, errors } from 'jose';
import type { Caller, Database } from '#database/database.ts';
import { refusalOf } from '../admit.ts';
import { ApiError } from '../errors.ts';
import { callerOf, type GateKeys } from '../gate.ts';
import type { TokenVerifier } from '../tokens.ts';
import { readSessionState } from '../watch-sessions.ts';

/** Why somebody may not join or stay, in the words of the original. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
  get reason() {
    return `${this.code}: ${this.message}`;
  }
}

/** Determines who acts in a channel: the key's role, or the person of a token whose session is still valid. */
export function createIdentification(
  database: Database,
  verifyToken: TokenVerifier,
  keys: GateKeys,
) {
  /** Until when they may stay; throws if they may not. */
  async function examine(caller: Caller): Promise<number> {
    const { sub, session_id: sessionId, aal, exp } = caller.claims;
    if (caller.role !== 'authenticated') return Number.POSITIVE_INFINITY;
    const expires = Number(exp) * 1_000;
    if (expires <= Date.now()) throw expired(expires);
    const state =
      typeof sub === 'string' && typeof sessionId === 'string'
        ? await readSessionState(database, sub, sessionId)
        : undefined;
    const refusal = refusalOf(state, aal);
    if (refusal) throw new Refused('Unauthorized', refusal.message);
    return Math.min(expires, state?.endsAt ?? expires);
  }

  /** Verifies whose token it is; `examine` checks whether their session is still valid. */
  async function verify(token: string | undefined, ofKey: Caller): Promise<Caller> {
    // Without a session, the official client sends its key.
    if (token === undefined || token.startsWith('sb_') || callerOf(token, keys)) return ofKey;
    return { role: 'authenticated', claims: await read(token) };
  }

  async function read(token: string): Promise<Record<string, unknown>> {
    if (!isToken(token)) throw new Refused('MalformedJWT', 'The token provided is not a valid JWT');
    try {
      return await verifyToken(token);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'expired_token') throw expired(expiryIn(token));
      if (!('role' in claimsIn(token)) || !('exp' in claimsIn(token))) {
        throw new Refused('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT');
      }
      throw new Refused('JwtSignatureError', 'Failed to validate JWT signature');
    }
  }

  return { verify, examine };
}

export function expired(at: number): Refused {
  const seconds = Math.max(0, Math.floor((Date.now() - at) / 1_000));
  return new Refused('InvalidJWTToken', `Token has expired ${seconds} seconds ago`);
}

function isToken(token: string): boolean {
  try {
    decodeProtectedHeader(token);
    return token.split('.').length === 3 && Object.keys(claimsIn(token)).length > 0;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return false;
    throw error;
  }
}

function claimsIn(token: string): Record<string, unknown> {
  try {
    const part = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    const claims: unknown = JSON.parse(part);
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}

const expiryIn = (token: string) => Number(claimsIn(token).exp) * 1_000;
