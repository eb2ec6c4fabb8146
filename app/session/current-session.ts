import type { Session } from '@supabase/supabase-js';
import { openSupabase } from '../data/supabase.ts';
import { readLinkArrival } from './link-arrival.ts';
import { readStoredSession } from './stored-session.ts';

/**
 * The session, if any. One that must be renewed, or came with a link, is left to the official client. A session that
 * could not be renewed because nothing answered still counts: a request without it would be answered as to a visitor,
 * and that answer be taken for the truth.
 */
export async function currentSession(): Promise<Session | undefined> {
  if (readLinkArrival(location).kind === 'none') {
    const stored = readStoredSession();
    if (!stored || stored.isFresh) return stored?.session;
  }
  const { auth } = await openSupabase();
  const asked = auth.getSession();
  const { data, error } = await Promise.race([asked, failSoon()]);
  if (error && readStoredSession()) throw new TypeError(lost, { cause: error });
  return data.session ?? undefined;
}

function failSoon(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new TypeError(lost)), patienceMs()));
}

/**
 * How long to wait for a session to be renewed. The client itself tries for half a minute, even without a connection,
 * because the site may be on this very machine.
 */
export const patienceMs = () => (navigator.onLine ? 8_000 : 2_000);

/** Worded as browsers do, so that `failureOf` recognises it whatever client it comes through. */
const lost = 'Failed to fetch';
