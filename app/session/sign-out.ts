import { keptSession } from '../shell/session-state.ts';
import { callService, type ServiceError } from './data-service.ts';
import { dropSession } from './drop-session.ts';
import { forgetPerson } from './forget-person.ts';

/** Fired on this page: the person chose to sign out, nothing has failed. */
export const leavingEvent = 'session:leaving';

export type SignOutOptions = {
  /** The person is about to sign in again. */
  keepsDrafts?: boolean;
};

/**
 * Signs out on any page. Works without the official client, which content pages do not load; the client of a hydrated
 * page, and those of other tabs, are notified on their own channel. The person's drafts are removed from this device;
 * after a session that ended by itself they stay.
 */
export async function signOut({ keepsDrafts = false }: SignOutOptions = {}) {
  const { access_token, refresh_token, user } = keptSession();
  if (access_token) await revoke(access_token, refresh_token);
  dispatchEvent(new Event(leavingEvent));
  dropSession();
  if (user?.id && !keepsDrafts) forgetPerson(user.id);
}

/** A session that the server no longer knows counts as ended. */
async function revoke(token: string, refresh_token?: string) {
  const over = [401, 403, 404];
  try {
    await end(token).catch(async (error: Partial<ServiceError>) => {
      // The token has expired, say on a page that was open for hours. The session has not.
      if (error.code !== 'bad_jwt') throw error;
      // The answer to a renewal that comes too late.
      over.push(400);
      const body = JSON.stringify({ refresh_token });
      const renewed = await post('token?grant_type=refresh_token', { body });
      await end((await renewed.json()).access_token);
    });
  } catch (error) {
    if (!over.includes((error as Partial<ServiceError>).status ?? 0)) throw error;
  }
}

const end = (token: string) => post('logout?scope=local', { token });
const post = (path: string, init: Parameters<typeof callService>[1]) =>
  callService(`/auth/v1/${path}`, { method: 'POST', ...init });
