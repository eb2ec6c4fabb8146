import { afterEach, expect, it, vi } from 'vitest';
import { heedingFetch } from './heed-refusal.ts';

afterEach(() => vi.unstubAllGlobals());

const tokenOf = (person: string, nth: number) =>
  ['head', btoa(JSON.stringify({ sub: person, nth })), 'signature'].join('.');

/** A question whose token the service says to have expired, while the browser keeps the session of `kept` by now. */
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

it('asks once more with the token in the place of one that has expired', async () => {
  const [expired, renewed] = [tokenOf('ada', 1), tokenOf('ada', 2)];
  expect(await askWith(expired, { person: 'ada', token: renewed })).toEqual({
    status: 200,
    sent: [`Bearer ${expired}`, `Bearer ${renewed}`],
  });
});

it('sends nothing of one person as another, who has signed in here since', async () => {
  const [expired, other] = [tokenOf('ada', 1), tokenOf('bo', 1)];
  expect(await askWith(expired, { person: 'bo', token: other })).toEqual({
    status: 401,
    sent: [`Bearer ${expired}`],
  });
});
