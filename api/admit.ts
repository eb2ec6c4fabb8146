import type { Database } from '#database/database.ts';
import { ApiError } from './errors.ts';
import { readSessionState, type SessionState, watchSessions } from './watch-sessions.ts';

/** Throws where the session that a token names may not reach data: ended, blocked or half done. */
export type Admit = (claims: Record<string, unknown>) => Promise<void> | undefined;

/**
 * The signature of a token says who signed in an hour ago; this says whether it still holds. Memory is
 * believed only when it says yes: a no is always the database's own, so that nobody is refused for
 * what has just been put right.
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
 * The same where another service keeps the sessions and nobody tells of their end: it is asked each time. That
 * is for functions alone, which are few beside tables and files.
 */
export function createAskingAdmission(database: Database): Admit {
  return async ({ sub, session_id: sessionId, aal }) => {
    if (typeof sub !== 'string' || typeof sessionId !== 'string') throw ended();
    const refusal = refusalOf(await readSessionState(database, sub, sessionId), aal);
    if (refusal) throw refusal;
  };
}

/** Why a session may not reach data with a token of this level, if it may not. */
export function refusalOf(state: SessionState | undefined, level: unknown): ApiError | undefined {
  const now = Date.now();
  if (!state || state.endsAt <= now) return ended();
  if (state.bannedUntil > now) return blocked();
  // Both count: a token from before the second factor, and a session that has lost it since.
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
