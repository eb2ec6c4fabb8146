import { forgetDrafts } from '../drafts/forget-drafts.ts';
import { sessionStorageKey } from '../shell/session-state.ts';
import { callService, ServiceError } from './data-service.ts';
import { dropSession } from './drop-session.ts';

/** Heard by the session of this page: the person wants to leave, nothing has failed. */
export const leavingEvent = 'session:leaving';

export type SignOutOptions = {
  /** The person is about to sign in again. */
  keepsDrafts?: boolean;
};

/**
 * Signs out on any page. Written without the official client, which content pages do not load; the
 * client of a hydrated page, and those of other tabs, hear of it on their own channel. What the person
 * has begun to write leaves this device with them; after a session that ended by itself it stays.
 */
export async function signOut({ keepsDrafts = false }: SignOutOptions = {}) {
  const { access_token: token, user } = JSON.parse(
    localStorage.getItem(sessionStorageKey()) ?? '{}',
  );
  if (token) await revoke(token);
  dispatchEvent(new Event(leavingEvent));
  dropSession();
  if (user?.id && !keepsDrafts) forgetDrafts(user.id);
}

/** A session that the server no longer knows is as good as ended. */
async function revoke(token: string) {
  try {
    await callService('/auth/v1/logout?scope=local', { method: 'POST', token });
  } catch (error) {
    if (!(error instanceof ServiceError && [401, 403, 404].includes(error.status))) throw error;
  }
}
