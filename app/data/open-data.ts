import { FunctionsClient } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#domain/database-types.ts';
import { currentSession } from '../session/current-session.ts';
import { findDataService } from '../session/data-service.ts';
import { withEarlyAnswers } from '../session/early-questions.ts';
import { heedingFetch } from '../session/heed-refusal.ts';
import { openSupabase } from './supabase.ts';

export type BrowserData = Pick<PostgrestClient<Database>, 'from' | 'rpc'> & {
  functions: Pick<FunctionsClient, 'invoke'>;
};

let data: Promise<BrowserData> | undefined;

/**
 * Tables and functions, by the same two parts that the official client asks them with. A screen that only shows and
 * changes rows waits for no more of it: an eighth of its code.
 */
export function openData(): Promise<BrowserData> {
  data ??= open().catch((error: unknown) => {
    data = undefined; // the next call tries again
    throw error;
  });
  return data;
}

async function open(): Promise<BrowserData> {
  const { supabaseUrl, supabaseKey, functionsUrl } = await findDataService();
  const send = withSession(supabaseKey, heedingFetch(withEarlyAnswers(fetch), openSupabase));
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
    return send(input, { ...init, headers });
  };
}
