import type { Session } from '@supabase/supabase-js';
import { openSupabase } from '../data/supabase.ts';
import { readLinkArrival } from './link-arrival.ts';
import { readStoredSession } from './stored-session.ts';

/**
 * The session, or none. What has to be renewed, or came with a link, is the official client's affair. One that could not be
 * renewed because nothing answered is still there: as of nobody, a question would bring nothing, and be taken for the truth.
 */
export async function currentSession(): Promise<Session | undefined> {
  if (readLinkArrival(location).kind === 'none') {
    const stored = readStoredSession();
    if (!stored || stored.isFresh) return stored?.session;
  }
  const { auth } = await openSupabase();
  const asked = auth.getSession();
  const { data, error } = await Promise.race([asked, loseSoon()]);
  if (error && readStoredSession()) throw new TypeError(lost, { cause: error });
  return data.session ?? undefined;
}

function loseSoon(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new TypeError(lost)), patienceMs()));
}

/**
 * How long anybody waits for a session to be renewed. The client itself tries for half a minute, also without a connection:
 * the site may be on this very machine.
 */
export const patienceMs = () => (navigator.onLine ? 8_000 : 2_000);

/** As a browser says it, which `failureOf` knows through every client. */
const lost = 'Failed to fetch';
