import type { SupabaseClient } from '@supabase/supabase-js';
import { needsSecondFactor, personIn } from '../session/assurance.ts';
import { dropEndedSession } from '../session/drop-session.ts';
import { refusesToken } from '../session/refuses-token.ts';
import { noteExpired } from '../session/stored-session.ts';
import type { Failure } from '../ui/failure.ts';

export type Client = Pick<SupabaseClient, 'auth'>;

/**
 * The token in the place of one that is taken no more, or a failure in the place of what was changed on the way. Nothing
 * where a refusal says something else, which the client learns.
 * Without `open` the client itself waits for this answer: then it is only noted that the token has run out.
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
  // A factor was added elsewhere: the renewed session knows of it.
  if (data.session && !needsSecondFactor(data.session)) await auth.refreshSession();
}

/** Tables and functions refuse a visitor with 401, and a person with 403: the token that was sent did not arrive. */
function isAnswerToNobody({ status }: Response, { code, error_code }: Record<string, unknown>) {
  return status === 401 && /^(42501|no_authorization)$/.test(String(error_code ?? code));
}

const changed: Failure = {
  code: 'changed_on_the_way',
  message:
    'Something between you and this site, such as a filter or a proxy, changes what is sent. Try again, or use another network.',
};

/**
 * As a fault of the service: the official client tries to renew a session again after that, and keeps it. Of a 502 its part
 * for accounts would say no more than that the site could not be reached.
 */
const changedOnTheWay = () => new Response(JSON.stringify(changed), { status: 500 });

/** Files have no code for it: theirs, and what Supabase's have said so far. */
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
  // Somebody else may have signed in on this device since: nothing is asked in their name.
  return session?.user.id === personIn(token) ? session?.access_token : undefined;
}
