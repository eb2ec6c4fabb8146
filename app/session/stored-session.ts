import { sessionStorageKey } from '../shell/session-state.ts';

export type StoredSession = { userId: string; token: string; isFresh: boolean };

/** The session as the official client keeps it, read without the client. */
export function readStoredSession(): StoredSession | undefined {
  const { access_token, expires_at, user } = JSON.parse(
    localStorage.getItem(sessionStorageKey()) ?? '{}',
  );
  if (!access_token || !user?.id) return undefined;
  return {
    userId: user.id,
    token: access_token,
    // What is about to end would end on the way.
    isFresh: expires_at * 1_000 > Date.now() + 15_000,
  };
}
