import type { SupabaseClient } from '@supabase/supabase-js';
import { needsSecondFactor, personIn } from '../session/assurance.ts';
import { dropEndedSession } from '../session/drop-session.ts';
import { refusesToken } from '../session/refuses-token.ts';
import { noteExpired } from '../session/stored-session.ts';
import type { Failure } from '../ui/failure.ts';

export type Client = Pick<SupabaseClient, 'auth'>;

/**
 * Returns a new token to retry with if the old one is no longer accepted, a failure if the answer was altered on the
 * way, and undefined for any other refusal, which the client is told about. Without `open`, the client itself waits for
 * this answer: the token is then only marked as expired.
 */
export async function meaningOf(
  answer: Response,
  token: string | undefined,
  open: (() => Promise<Client>) | undefined,
): Promise<string | Response | undefined> {
  if (answer.ok) return changedOnTheWay();
  const body: Record<string, unknown> = await answer.clone().json();
  if (token && isAnswerToNobody(answer, body)) return changedOnTheWay();
  if (token && saysRefused(body)) {
    noteExpired(token);
    return open && (await renew(token, await open()));
  }
  if (!open) return;
  if (body.code === 'session_not_found') dropEndedSession(token);
  if (body.code !== 'insufficient_aal') return;
  const { auth } = await open();
  const { data } = await auth.getSession();
  // A factor was added elsewhere: the refreshed session knows about it.
  if (data.session && !needsSecondFactor(data.session)) await auth.refreshSession();
}

/**
 * Tables and functions refuse visitors with 401 and people with 403, so a 401 means that the token that was sent did
 * not arrive.
 */
function isAnswerToNobody({ status }: Response, { code, error_code }: Record<string, unknown>) {
  return status === 401 && /^(42501|no_authorization)$/.test(String(error_code ?? code));
}

const changed: Failure = {
  code: 'changed_on_the_way',
  message:
    'Something between you and this site, such as a filter or a proxy, changes what is sent. Try again, or use another network.',
};

/**
 * Status 500, because the official client then keeps the session and retries later. For a 502, its auth part would only
 * say that the site could not be reached.
 */
const changedOnTheWay = () => new Response(JSON.stringify(changed), { status: 500 });

/** Storage has no code for it, so these are its messages and those of Supabase's storage so far. */
function saysRefused({ code, error_code, message, error }: Record<string, unknown>): boolean {
  return (
    refusesToken(error_code ?? code) ||
    [message, error].some((words) => ofFiles.test(String(words)))
  );
}

const ofFiles =
  /^(invalid jwt|jwt expired|signature verification failed|"exp" claim timestamp check failed)/i;

async function renew(token: string, { auth }: Client): Promise<string | undefined> {
  const { session } = (await auth.getSession()).data;
  // Somebody else may have signed in on this device since: never ask in their name.
  return session?.user.id === personIn(token) ? session?.access_token : undefined;
}
