import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#domain/database-types.ts';
import { byOwnClock } from '../session/by-own-clock.ts';
import { findDataService } from '../session/data-service.ts';
import { heedingFetch } from '../session/heed-refusal.ts';
import { sendSessionAlong } from '../session/send-session-along.ts';
import { sessionStorageKey } from '../shell/session-state.ts';

export type BrowserClient = SupabaseClient<Database>;

let client: Promise<BrowserClient> | undefined;
let tellOpened: (client: BrowserClient) => void;

/** Answers when something on this page has opened the client. */
export const whenOpened = new Promise<BrowserClient>((resolve) => {
  tellOpened = resolve;
});

/**
 * All of the official client: loaded when something first needs it, one for the whole page. Tables and functions alone
 * are had by `openData`, at an eighth of the weight.
 */
export function openSupabase(): Promise<BrowserClient> {
  client ??= open().catch((error: unknown) => {
    client = undefined; // the next call tries again
    throw error;
  });
  return client;
}

async function open(): Promise<BrowserClient> {
  const [{ createClient }, { supabaseUrl, supabaseKey, functionsUrl }] = await Promise.all([
    import('@supabase/supabase-js'),
    findDataService(),
  ]);
  const opened: BrowserClient = createClient<Database>(supabaseUrl, supabaseKey, {
    global: { fetch: heedingFetch(byOwnClock(sendSessionAlong), async () => opened) },
    auth: {
      // The header reads it too, by the name of this page's host wherever the data is.
      storageKey: sessionStorageKey(),
      // Without room the client would keep it until the next page, and say that somebody is signed in.
      ...(!('forgetful' in document.documentElement.dataset) && { storage: localStorage }),
      flowType: 'pkce',
      detectSessionInUrl: true,
      // Two links may be under way at once: to confirm the address, and for a new password.
      experimental: { recoveryCodes: true, appendPkceFlowIdToRedirects: true },
    },
  });
  // The client knows one address for all that it calls.
  if (functionsUrl !== supabaseUrl) {
    Object.assign(opened, { functionsUrl: new URL(`${functionsUrl}/functions/v1`) });
  }
  tellOpened(opened);
  return opened;
}
