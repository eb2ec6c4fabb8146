import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, it, vi } from 'vitest';
import { failureOf } from '../ui/failure.ts';
import { heedingFetch } from './heed-refusal.ts';

afterEach(() => vi.unstubAllGlobals());

const tokenOf = (person: string, nth: number) =>
  ['head', btoa(JSON.stringify({ sub: person, nth })), 'signature'].join('.');

/** Sends a request whose token the service calls expired, while the browser's session is that of `kept`. */
async function askWith(token: string, kept: { person: string; token: string }) {
  vi.stubGlobal('location', new URL('https://site.example/messages'));
  const sent: (string | null)[] = [];
  const send: typeof fetch = async (_, init) => {
    const bearer = new Headers(init?.headers).get('authorization');
    sent.push(bearer);
    return bearer === `Bearer ${token}`
      ? Response.json({ error: 'JWT expired', code: 'expired_token' }, { status: 401 })
      : Response.json({});
  };
  const session = { access_token: kept.token, user: { id: kept.person } };
  const open = async () => ({ auth: { getSession: async () => ({ data: { session } }) } });
  const answer = await heedingFetch(send, open as never)('https://site.example/functions/v1/send', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, sent };
}

it('retries once with the new token after the old one has expired', async () => {
  const [expired, renewed] = [tokenOf('ada', 1), tokenOf('ada', 2)];
  expect(await askWith(expired, { person: 'ada', token: renewed })).toEqual({
    status: 200,
    sent: [`Bearer ${expired}`, `Bearer ${renewed}`],
  });
});

it('never sends one person’s request as somebody else who has signed in since', async () => {
  const [expired, other] = [tokenOf('ada', 1), tokenOf('bo', 1)];
  expect(await askWith(expired, { person: 'bo', token: other })).toEqual({
    status: 401,
    sent: [`Bearer ${expired}`],
  });
});

const changed = { code: 'changed_on_the_way', message: expect.stringContaining('another network') };

async function answerOf(response: Response, token = tokenOf('ada', 1)) {
  const fetching = heedingFetch(
    async () => response,
    async () => ({}) as never,
  );
  const answer = await fetching('https://site.example/rest/v1/rpc/employer_state', {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, body: await answer.json() };
}

it('treats an HTML page from the network as a failure, not as an answer of the service', async () => {
  const page = { headers: { 'content-type': 'text/html; charset=utf-8' } };
  const answer = await answerOf(new Response('<h1>Welcome to our network</h1>', page));
  expect(answer).toEqual({ status: 500, body: changed });
  expect(await answerOf(Response.json([]))).toEqual({ status: 200, body: [] });

  // The auth client must pass on this failure, not report that the site could not be reached.
  const { auth } = createClient('https://site.example', 'key', {
    global: {
      fetch: heedingFetch(
        async () => new Response('<h1>Welcome to our network</h1>', page),
        async () => ({}) as never,
      ),
    },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await auth.signInWithPassword({ email: 'ada@site.example', password: 'x' });
  expect(failureOf(error).message).toContain('another network');
});

it('treats an answer meant for a visitor as a failure if a session was sent', async () => {
  for (const body of [
    { code: '42501', message: 'permission denied for table candidate_profiles' },
    { code: 'no_authorization', error: 'This endpoint requires a valid Bearer token' },
    {
      code: 401,
      error_code: 'no_authorization',
      msg: 'This endpoint requires a valid Bearer token',
    },
  ]) {
    const refused = Response.json(body, { status: 401 });
    expect(await answerOf(refused.clone() as Response)).toEqual({ status: 500, body: changed });
    expect((await answerOf(refused, '')).status).toBe(401);
  }
});
