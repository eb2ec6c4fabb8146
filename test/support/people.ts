import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { siteUrl } from './site-url.ts';
import { testKeys } from './test-keys.ts';

type Call = (request: Request) => Promise<Response>;

/** The official client, as in a browser, with its own storage for the session. */
export function openBrowser(
  call: Call,
  {
    flowType = 'implicit',
    key = testKeys.publishableKey,
    address = randomAddress(),
    agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    url = siteUrl,
  }: {
    flowType?: 'implicit' | 'pkce';
    key?: string;
    address?: string;
    agent?: string;
    url?: string;
  } = {},
): SupabaseClient {
  const kept = new Map<string, string>();
  return createClient(url, key, {
    auth: {
      flowType,
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
      storage: {
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, value) => void kept.set(name, value),
        removeItem: (name) => void kept.delete(name),
      },
    },
    global: {
      fetch: (input, init) => {
        const request = new Request(input, init);
        request.headers.set('x-client-address', address);
        request.headers.set('user-agent', agent);
        return call(request);
      },
    },
  });
}

export function randomAddress(): string {
  const part = () => Math.floor(Math.random() * 256);
  return `10.${part()}.${part()}.${part()}`;
}

export function newEmail(): string {
  return `${crypto.randomUUID()}@people.example`;
}

export const goodPassword = 'correct-horse-battery';

/** Somebody who has just signed up and signed in, with the official client. */
export async function signedInPerson(call: Call, options: Parameters<typeof openBrowser>[1] = {}) {
  const browser = openBrowser(call, options);
  const email = newEmail();
  const { error: refused } = await browser.auth.signUp({ email, password: goodPassword });
  if (refused) throw refused;
  const { data, error } = await browser.auth.signInWithPassword({ email, password: goodPassword });
  if (error) throw error;
  return { browser, email, session: data.session, user: data.user };
}

/** Presses the button on the page that a link opens, and returns where the browser is sent. */
export async function pressButton(
  call: Call,
  link: string,
  typed: Record<string, string> = {},
): Promise<URL> {
  const page = await call(new Request(link));
  if (page.status !== 200) return new URL(page.headers.get('location') ?? '');
  const html = await page.text();
  const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
  );
  const answer = await call(
    new Request(`${new URL(link).origin}/auth/v1/verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...Object.fromEntries(fields), ...typed }).toString(),
    }),
  );
  // If what was typed is wrong, the page comes again with a message.
  if (answer.status === 400) return new URL(link);
  return new URL(answer.headers.get('location') ?? '');
}

/**
 * A request as it comes over the wire: any body, with its length, from a client address of its own.
 */
export function postText(call: Call, path: string, body: string): Promise<Response> {
  return call(
    new Request(`${siteUrl}/auth/v1${path}`, {
      method: 'POST',
      headers: {
        apikey: testKeys.publishableKey,
        'x-client-address': randomAddress(),
        'content-length': String(Buffer.byteLength(body)),
      },
      body,
    }),
  );
}

export function postJson(call: Call, path: string, body: unknown): Promise<Response> {
  return postText(call, path, JSON.stringify(body));
}
