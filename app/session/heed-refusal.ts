import type { SupabaseClient } from '@supabase/supabase-js';
import { needsSecondFactor, personIn } from './assurance.ts';
import { dropEndedSession } from './drop-session.ts';
import { noteExpired } from './stored-session.ts';

type Client = Pick<SupabaseClient, 'auth'>;

/**
 * The official client's fetch. When tables, files or functions say that the session has ended, or that
 * it is half done, the client learns it at once instead of at its next refresh, and every screen with it.
 */
export function heedingFetch(send: typeof fetch, open: () => Promise<Client>): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    const { pathname } = new URL(response.url || location.href);
    // Of its own service the client knows itself.
    if (pathname.startsWith('/auth/v1/') || ![401, 403].includes(response.status)) return response;
    const [, token] = new Headers(init?.headers).get('authorization')?.split(' ') ?? [];
    const renewed = await renew(response.clone(), token, open).catch(note);
    if (renewed) {
      const headers = new Headers(init?.headers);
      headers.set('authorization', `Bearer ${renewed}`);
      return send(input, { ...init, headers });
    }
    if (response.status === 403) heed(response.clone(), token, open).catch(note);
    return response;
  };
}

function note(error: unknown): undefined {
  console.info('What a refusal means for the session was not found out:', error);
}

/** The token in the place of one that has expired; none where it is about something else, or cannot be renewed. */
async function renew(
  refusal: Response,
  token: string | undefined,
  open: () => Promise<Client>,
): Promise<string | undefined> {
  if (!token) return;
  const { message, error }: { message?: unknown; error?: unknown } = await refusal.json();
  if (message !== 'JWT expired' && error !== 'JWT expired') return;
  noteExpired(token);
  const { auth } = await open();
  const { session } = (await auth.getSession()).data;
  // Somebody else may have signed in on this device since: nothing is asked in their name.
  return session?.user.id === personIn(token) ? session?.access_token : undefined;
}

async function heed(refusal: Response, token: string | undefined, open: () => Promise<Client>) {
  const { code }: { code?: unknown } = await refusal.json();
  if (code === 'session_not_found') dropEndedSession(token);
  if (code !== 'insufficient_aal') return;
  const { auth } = await open();
  const { data } = await auth.getSession();
  // A factor was added elsewhere: the renewed session knows of it.
  if (data.session && !needsSecondFactor(data.session)) await auth.refreshSession();
}
