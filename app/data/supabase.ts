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

/** Resolves once something on this page has opened the client. */
export const whenOpened = new Promise<BrowserClient>((resolve) => {
  tellOpened = resolve;
});

/**
 * The whole official client: loaded when first needed, one per page. `openData` gives tables and functions alone, at an
 * eighth of the size.
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
      // The header reads this key as well, so it is derived from this page's host, wherever the data is.
      storageKey: sessionStorageKey(),
      // Without storage, the client would lose the session on the next page but show somebody as signed in until then.
      ...(!('forgetful' in document.documentElement.dataset) && { storage: localStorage }),
      flowType: 'pkce',
      detectSessionInUrl: true,
      // Two links may be in use at once: one to confirm the address, one to set a new password.
      experimental: { recoveryCodes: true, appendPkceFlowIdToRedirects: true },
    },
  });
  // The client takes one address for all services.
  if (functionsUrl !== supabaseUrl) {
    Object.assign(opened, { functionsUrl: new URL(`${functionsUrl}/functions/v1`) });
  }
  tellOpened(opened);
  return opened;
}
