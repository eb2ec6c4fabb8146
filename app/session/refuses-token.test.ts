import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signToken } from '#test/support/actors.ts';
import { signedInPerson } from '#test/support/people.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { currentToken } from './current-token.ts';
import { callService } from './data-service.ts';
import { heedingFetch } from './heed-refusal.ts';
import { signOut } from './sign-out.ts';
import { readStoredSession } from './stored-session.ts';

const { call, database } = await openTestApi();
const key = 'sb-site-auth-token';
const kept = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://site.example/jobs'));
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal('sessionStorage', {});
  const service = JSON.stringify({ supabaseUrl: siteUrl, supabaseKey: testKeys.publishableKey });
  vi.stubGlobal('document', {
    body: { dataset: { service } },
    documentElement: { dataset: {} },
    getElementById: () => null,
  });
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => call(new Request(address, init)));
});
afterEach(() => vi.unstubAllGlobals());

/** Somebody whose token has expired, although this device considers it fresh. */
async function keepExpired(forged?: string) {
  const { browser } = await signedInPerson(call);
  const { session } = (await browser.auth.getSession()).data;
  if (!session) throw new Error('nobody is signed in');
  const claims = JSON.parse(atob(session.access_token.split('.')[1] ?? ''));
  const token = forged ?? (await signToken(claims, { expires: 1 }));
  kept.set(key, JSON.stringify({ ...session, access_token: token }));
  return { token, userId: session.user.id };
}

const paths = ['/rest/v1/rpc/unread_messages', '/auth/v1/user', '/functions/v1/own-pages'];
const methodAt = (path: string) => (path.startsWith('/functions') ? 'POST' : 'GET');

test.each(paths)('an expired token is noted when %s says so', async (path) => {
  const { token } = await keepExpired();
  await expect(callService(path, { token, method: methodAt(path) })).rejects.toThrow('Try again.');
  expect(readStoredSession()?.isFresh).toBe(false);
});

test.each(paths)(
  'so is one that %s does not take at all, as after a change of the keys',
  async (path) => {
    const { token } = await keepExpired('of.other.keys');
    await expect(callService(path, { token, method: methodAt(path) })).rejects.toThrow(
      'Try again.',
    );
    expect(readStoredSession()?.isFresh).toBe(false);
  },
);

/** A response as browsers have it, with the URL it came from. */
const at = (path: string, answer: Response) =>
  Object.defineProperty(answer, 'url', { value: `https://project.example${path}` });

/** What a Supabase project answers, each service in its own words. */
const ofSupabase: [path: string, status: number, body: object][] = [
  [
    '/rest/v1/saved_jobs',
    401,
    { code: 'PGRST303', message: 'JWT expired', details: null, hint: null },
  ],
  ['/rest/v1/rpc/save_jobs', 401, { code: 'PGRST301', message: 'JWT expired' }],
  [
    '/rest/v1/jobs',
    401,
    { code: 'PGRST301', message: 'No suitable key or wrong key type', details: null, hint: null },
  ],
  [
    '/storage/v1/object/avatars/me/c.png',
    400,
    { statusCode: '403', error: 'Unauthorized', message: 'signature verification failed' },
  ],
  [
    '/auth/v1/user',
    403,
    {
      code: 403,
      error_code: 'bad_jwt',
      msg: 'invalid JWT: unable to parse or verify signature, token has invalid claims: token is expired',
    },
  ],
  [
    '/storage/v1/object/avatars/me/a.png',
    400,
    {
      statusCode: '403',
      error: 'Unauthorized',
      message: '"exp" claim timestamp check failed',
    },
  ],
  [
    '/storage/v1/object/avatars/me/b.png',
    400,
    { statusCode: '400', error: 'jwt expired', message: 'jwt expired' },
  ],
];

// Storage is called only through the official client.
const ofCalls = ofSupabase.filter(([path]) => !path.startsWith('/storage/'));

test.each(ofCalls)(
  'and when a Supabase project says it at %s with %i',
  async (path, status, body) => {
    vi.stubGlobal('fetch', async () => Response.json(body, { status }));
    const { token } = await keepExpired();
    await expect(callService(path, { token })).rejects.toThrow('Try again.');
    expect(readStoredSession()?.isFresh).toBe(false);
  },
);

test.each(ofSupabase)(
  'the official client hears it too, at %s with %i',
  async (path, status, body) => {
    const { token } = await keepExpired();
    const headers = { authorization: `Bearer ${token}` };
    const session = { access_token: 'renewed', user: { id: readStoredSession()?.userId } };
    const sent: (string | null)[] = [];
    const send: typeof fetch = async (_, init) => {
      const bearer = new Headers(init?.headers).get('authorization');
      sent.push(bearer);
      return bearer === headers.authorization
        ? at(path, Response.json(body, { status }))
        : Response.json({});
    };
    const open = async () => ({ auth: { getSession: async () => ({ data: { session } }) } });
    const answer = await heedingFetch(send, open as never)(`https://project.example${path}`, {
      headers,
    });
    expect(readStoredSession()?.isFresh).toBe(false);
    // The client waits for this very answer before it releases the session: it retries its own auth service itself.
    const isAsked = !path.startsWith('/auth/');
    expect([sent.length, answer.status]).toEqual(isAsked ? [2, 200] : [1, status]);
  },
);

test('signing out on a page that was open for hours also signs out of the service', async () => {
  const { userId } = await keepExpired();
  const countSessions = async () => {
    const text = 'select from auth.sessions where user_id = $1';
    return (await database.asService.query({ text, values: [userId] })).rowCount;
  };
  expect(await countSessions()).toBe(1);
  await signOut();
  expect(kept.has(key)).toBe(false);
  expect(await countSessions()).toBe(0);
});

test('signing out removes a session that the service no longer knows, and keeps one that could not be ended', async () => {
  await keepExpired();
  kept.set(key, JSON.stringify({ ...JSON.parse(kept.get(key) ?? ''), refresh_token: 'unknown' }));
  await signOut();
  expect(kept.has(key)).toBe(false);

  await keepExpired();
  for (const status of [400, 409, 500]) {
    vi.stubGlobal('fetch', async () => Response.json({ msg: `Not now: ${status}` }, { status }));
    await expect(signOut()).rejects.toThrow(`Not now: ${status}`);
    expect(kept.has(key)).toBe(true);
  }
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 404 }));
  await signOut();
  expect(kept.has(key)).toBe(false);
});

test('a session that could not be renewed because nothing answered has not ended', async () => {
  await keepExpired();
  const stored = readStoredSession();
  if (!stored) throw new Error('nobody is signed in');
  const away = new Error('away');
  const getSession = async () => ({ data: { session: null }, error: away });
  const open = async () => ({ auth: { getSession } });
  await expect(currentToken({ ...stored, isFresh: false }, open as never)).rejects.toBe(away);
  expect(kept.has(key)).toBe(true);
});
