import type { Session } from '@supabase/supabase-js';
import { keptSession, sessionStorageKey } from '../shell/session-state.ts';

export type StoredSession = {
  userId: string;
  token: string;
  isFresh: boolean;
  /** The whole session, as stored. */
  session: Session;
};

/** The session as the official client stores it, read without the client. */
export function readStoredSession(): StoredSession | undefined {
  const session = keptSession();
  const { access_token, expires_at = 0, user } = session;
  if (!access_token || !user?.id) return undefined;
  return {
    session: session as Session,
    userId: user.id,
    token: access_token,
    // A token about to expire would expire on the way.
    isFresh: expires_at * 1_000 > Date.now() + 15_000,
  };
}

/**
 * The service no longer accepts the token, which would pass for fresh on a device whose clock is behind, or after a
 * change of keys.
 */
export function noteExpired(token: string | undefined) {
  const stored = readStoredSession();
  // It may have been renewed since the request was sent.
  if (!stored || stored.token !== token) return;
  localStorage.setItem(sessionStorageKey(), JSON.stringify({ ...stored.session, expires_at: 1 }));
}
