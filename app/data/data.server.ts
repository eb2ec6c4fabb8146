import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createContext } from 'react-router';
import type { AccountRules } from '#domain/account/account-rules.ts';
import type { Database } from '#domain/database-types.ts';

export type DataClient = SupabaseClient<Database>;

/** What a page may know about its request. */
export type RequestInfo = {
  origin: string;
  requestId: string;
  nonce?: string;
  /** Receives the rendered page, as bytes. */
  hand: (page: Buffer<ArrayBuffer>) => void;
  /** Called with unexpected errors. */
  reportBug: (error: unknown, requestId: string) => void;
  /** The site is used only from this machine: pages for development are available. */
  isLocal: boolean;
  /** Search engines are kept out for now, so nothing is announced to them. */
  isHeld: boolean;
  /**
   * The version of the published words: cached parts written with other words are not reused. Undefined for a preview.
   */
  wordsVersion: string | undefined;
  accountRules: AccountRules;
  /** What `/config.json` says, for pages that need it at once. */
  dataService: string;
};
export const requestInfo = createContext<RequestInfo>();

/** The client that loaders read with: the same API and the same policies as in the browser. */
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

/** As it would arrive through a socket: if the length is stated, the API need not count the bytes. */
function statingLength(request: Request, body: unknown): Request {
  if (typeof body === 'string') {
    request.headers.set('content-length', String(Buffer.byteLength(body)));
  }
  return request;
}
