import { readStoredSession } from './stored-session.ts';

/** Where emails with a code or link are requested, and where those are verified. */
const proofs = /\/auth\/v1\/(otp|recover|resend|verify|token\?grant_type=pkce)(&|\?redirect_to=|$)/;

/**
 * The first proof of a mailbox resets what was set in the account before, unless it comes from the browser that set it.
 * The official client sends no session with these requests, so this does.
 */
export const sendSessionAlong: typeof fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  const stored = proofs.test(address) ? readStoredSession() : undefined;
  if (!stored?.isFresh) return fetch(input, init);
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${stored.token}`);
  const answer = await fetch(input, { ...init, headers });
  if (answer.status !== 401 && answer.status !== 403) return answer;
  // A session that the service no longer knows must not get in the way.
  const isAboutSession = (await answer.clone().text()).includes('bad_jwt');
  return isAboutSession ? fetch(input, init) : answer;
};
