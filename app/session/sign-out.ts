import { reflectSession, sessionStorageKey } from '../shell/session-state.ts';
import { callService, ServiceError } from './data-service.ts';

/** Heard by the session of this page: the person wants to leave, nothing has failed. */
export const leavingEvent = 'session:leaving';

/**
 * Signs out on any page. Written without the official client, which content pages do not load; the
 * client of a hydrated page, and those of other tabs, hear of it on their own channel.
 */
export async function signOut() {
  const key = sessionStorageKey();
  const token = JSON.parse(localStorage.getItem(key) ?? '{}').access_token;
  if (token) await revoke(token);
  dispatchEvent(new Event(leavingEvent));
  localStorage.removeItem(key);
  reflectSession();
  const channel = new BroadcastChannel(key);
  channel.postMessage({ event: 'SIGNED_OUT', session: null });
  channel.close();
}

/** A session that the server no longer knows is as good as ended. */
async function revoke(token: string) {
  try {
    await callService('/auth/v1/logout?scope=local', { method: 'POST', token });
  } catch (error) {
    if (!(error instanceof ServiceError && [401, 403, 404].includes(error.status))) throw error;
  }
}
