import type { Database } from '#database/database.ts';
import { ApiError } from './errors.ts';
import { readSessionState, type SessionState, watchSessions } from './watch-sessions.ts';

/**
 * Throws if the session named by the token may not reach data: it has ended, is blocked, or lacks its second factor.
 */
export type Admit = (claims: Record<string, unknown>) => Promise<void> | undefined;

/**
 * A token's signature only proves who signed in up to an hour ago; this checks whether that session is still valid.
 * The cache is trusted only when it allows access: refusals always come from the database, so that nobody is refused
 * for something that has just been fixed.
 */
export function createAdmission(database: Database): Admit {
  const sessions = watchSessions(database);

  async function ask(userId: string, sessionId: string, level: unknown): Promise<void> {
    const refusal = refusalOf(await sessions.read(userId, sessionId), level);
    if (refusal) throw refusal;
  }

  return ({ sub, session_id: sessionId, aal }) => {
    if (typeof sub !== 'string' || typeof sessionId !== 'string') throw ended();
    const known = sessions.recall(sub, sessionId);
    if (known && !refusalOf(known, aal)) return undefined;
    return ask(sub, sessionId, aal);
  };
}

/**
 * The same check where another service keeps the sessions and does not notify us when they end, so it is queried each
 * time. Only functions use it, because they are called far less often than tables and files.
 */
export function createAskingAdmission(database: Database): Admit {
  return async ({ sub, session_id: sessionId, aal }) => {
    if (typeof sub !== 'string' || typeof sessionId !== 'string') throw ended();
    const refusal = refusalOf(await readSessionState(database, sub, sessionId), aal);
    if (refusal) throw refusal;
  };
}

/** Why a session may not reach data with a token of this level; undefined if it may. */
export function refusalOf(state: SessionState | undefined, level: unknown): ApiError | undefined {
  const now = Date.now();
  if (!state || state.endsAt <= now) return ended();
  if (state.bannedUntil > now) return blocked();
  // Both must be aal2: the token may be older than the second factor, or the session may have lost it since.
  const isFull = isRaised(level) && isRaised(state.aal);
  if (state.hasSecondFactor && !isFull) {
    return new ApiError('insufficient_aal', 'Complete your second step first.');
  }
  return undefined;
}

export function blocked(): ApiError {
  const words = 'This account is blocked. If you think that this is wrong, write to us.';
  return new ApiError('user_banned', words, undefined, { status: 403 });
}

function isRaised(level: unknown): boolean {
  return level === 'aal2' || level === 'aal3';
}

export function ended(): ApiError {
  return new ApiError('session_not_found', 'Your session has ended. Sign in again.');
}
