import type { SupabaseClient } from '@supabase/supabase-js';
import { unreachable } from '../ui/failure.ts';
import { endSession } from './drop-session.ts';
import { readStoredSession, type StoredSession } from './stored-session.ts';

/** Loads the official client: nothing else may renew a session. */
export type OpenClient = () => Promise<Pick<SupabaseClient, 'auth'>>;

/**
 * The token of a session, renewed if it has expired. Undefined if the renewal was refused, which the page is told;
 * throws if nothing answered, because then the session's state is unknown.
 */
export async function currentToken(
  session: StoredSession,
  openClient: OpenClient,
): Promise<string | undefined> {
  if (session.isFresh) return session.token;
  const { data, error } = await (await openClient()).auth.getSession();
  if (data.session) return data.session.access_token;
  if (readStoredSession()) throw error ?? unreachable;
  endSession();
  return undefined;
}
