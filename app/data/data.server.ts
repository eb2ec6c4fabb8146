import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createContext } from 'react-router';
import type { AccountRules } from '#domain/account/account-rules.ts';
import type { Database } from '#domain/database-types.ts';

export type DataClient = SupabaseClient<Database>;

/** What a page may know of its request. */
export type RequestInfo = {
  origin: string;
  requestId: string;
  nonce?: string;
  /** Takes the page, as bytes. */
  hand: (page: Buffer<ArrayBuffer>) => void;
  /** Told of failures that nobody expected. */
  reportBug: (error: unknown, requestId: string) => void;
  /** Nobody but this machine uses the site: pages for development are there. */
  isLocal: boolean;
  /** Search engines are kept out: nothing is promised to them. */
  isHeld: boolean;
  /** Of the words that stand: parts that were written with others are not used. Nothing for a preview. */
  wordsVersion: string | undefined;
  accountRules: AccountRules;
  /** What `/config.json` says, for the pages that ask at once. */
  dataService: string;
};
export const requestInfo = createContext<RequestInfo>();

/** The client through which a loader reads: the same API and the same policies as in the browser. */
export const dataClient = createContext<DataClient>();

/** A client for rendering on the server: it calls the API as a function, without a socket. */
export function createServerClient(
  url: string,
  key: string,
  callApi: (request: Request) => Promise<Response>,
): DataClient {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: (input, init) => callApi(statingLength(new Request(input, init), init?.body)),
    },
  });
}

/** As it would come through a socket: of a body that states its length the API need not count the bytes. */
function statingLength(request: Request, body: unknown): Request {
  if (typeof body === 'string') {
    request.headers.set('content-length', String(Buffer.byteLength(body)));
  }
  return request;
}
