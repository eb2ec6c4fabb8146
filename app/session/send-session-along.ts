import { readStoredSession } from './stored-session.ts';

/** Where codes and links from a mailbox are brought back. */
const proofs = /\/auth\/v1\/(verify|token\?grant_type=pkce)$/;

/**
 * The first proof of a mailbox ends what was set before in the account, unless it comes from the browser
 * that set it. The official client sends no session along with a proof, so this does.
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
