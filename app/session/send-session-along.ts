import { readStoredSession } from './stored-session.ts';

/** Where messages to a mailbox are asked for, and where their codes and links are brought back. */
const proofs = /\/auth\/v1\/(otp|recover|resend|verify|token\?grant_type=pkce)(&|\?redirect_to=|$)/;

/**
 * The first proof of a mailbox ends what was set before in the account, unless it comes from the browser
 * that set it. The official client sends no session along there, so this does.
 */
export const sendSessionAlong: typeof fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  const stored = proofs.test(address) ? readStoredSession() : undefined;
  if (!stored?.isFresh) return fetch(input, init);
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${stored.token}`);
  const answer = await fetch(input, { ...init, headers });
  if (answer.status !== 401 && answer.status !== 403) return answer;
  // A session that the service does not know any more must not stand in the way.
  const isAboutSession = (await answer.clone().text()).includes('bad_jwt');
  return isAboutSession ? fetch(input, init) : answer;
};
