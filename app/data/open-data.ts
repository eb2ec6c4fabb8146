import { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#domain/database-types.ts';
import { needsSecondFactor } from '../session/assurance.ts';
import { currentSession } from '../session/current-session.ts';
import { findDataService } from '../session/data-service.ts';
import { keepingAnswers, withEarlyAnswers } from '../session/early-questions.ts';
import { heedingFetch } from '../session/heed-refusal.ts';
import { readStoredSession } from '../session/stored-session.ts';
import { openSupabase } from './supabase.ts';

export type BrowserData = Pick<PostgrestClient<Database>, 'from' | 'rpc'> & {
  functions: Pick<FunctionsClient, 'invoke'>;
};

let data: Promise<BrowserData> | undefined;

/**
 * Tables and functions, through the same two modules that the official client uses. A screen that only shows and
 * changes rows loads nothing else: an eighth of the client's code.
 */
export function openData(): Promise<BrowserData> {
  data ??= open(heedingFetch(withEarlyAnswers(fetch), openSupabase)).catch((error: unknown) => {
    data = undefined; // the next call tries again
    throw error;
  });
  return data;
}

/**
 * For the file of a screen: requests, as soon as it is loaded, what the screen will request once React is ready, and
 * keeps the answers for it. Does nothing for somebody whom the screen will redirect.
 */
export function askAhead(read: (data: BrowserData, userId: string) => PromiseLike<unknown>) {
  const session = typeof document === 'undefined' ? undefined : readStoredSession();
  if (!session?.isFresh || needsSecondFactor(session.session)) return;
  open(keepingAnswers(fetch))
    .then((data) => read(data, session.userId))
    // The screen asks again and reports the failure.
    .catch(() => {});
}

async function open(fetching: typeof fetch): Promise<BrowserData> {
  const { supabaseUrl, supabaseKey, functionsUrl } = await findDataService();
  const send = withSession(supabaseKey, fetching);
  const tables = new PostgrestClient<Database>(`${supabaseUrl}/rest/v1`, {
    schema: 'public',
    fetch: send,
  });
  const functions = new FunctionsClient(`${functionsUrl}/functions/v1`, { customFetch: send });
  return Object.assign(tables, { functions });
}

function withSession(key: string, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', key);
    const session = await currentSession();
    if (session) headers.set('authorization', `Bearer ${session.access_token}`);
    try {
      return await send(input, { ...init, headers });
    } catch (error) {
      // The client would retry for seven seconds, with the list still loading; it does not retry what was aborted.
      const isEnough = !navigator.onLine || headers.has('x-retry-count');
      if (isEnough && error instanceof TypeError) error.name = 'AbortError';
      throw error;
    }
  };
}
