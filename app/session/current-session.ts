import type { Session } from '@supabase/supabase-js';
import { openSupabase } from '../data/supabase.ts';
import { readLinkArrival } from './link-arrival.ts';
import { readStoredSession } from './stored-session.ts';

/** The session, or none. What has to be renewed, or came with a link, is the official client's affair. */
export async function currentSession(): Promise<Session | undefined> {
  if (readLinkArrival(location).kind === 'none') {
    const stored = readStoredSession();
    if (!stored || stored.isFresh) return stored?.session;
  }
  const { auth } = await openSupabase();
  return (await auth.getSession()).data.session ?? undefined;
}
