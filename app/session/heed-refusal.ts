import type { SupabaseClient } from '@supabase/supabase-js';
import { needsSecondFactor } from './assurance.ts';
import { dropEndedSession } from './drop-session.ts';

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
    if (response.status === 403 && !pathname.startsWith('/auth/v1/')) {
      const [, token] = new Headers(init?.headers).get('authorization')?.split(' ') ?? [];
      heed(response.clone(), token, open).catch((error: unknown) =>
        console.info('What a refusal means for the session was not found out:', error),
      );
    }
    return response;
  };
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
