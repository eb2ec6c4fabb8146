import { expect, it, vi } from 'vitest';
import { byOwnClock } from './by-own-clock.ts';

const answering = (path: string, body: object, status = 200) =>
  byOwnClock(async () => {
    const response = new Response(JSON.stringify(body), { status });
    Object.defineProperty(response, 'url', { value: `https://site.example/auth/v1/${path}` });
    return response;
  })('');

it('a session expires by the device’s clock, also in a browser without Response.json', async () => {
  vi.spyOn(Response, 'json').mockImplementation(() => {
    throw new TypeError('Response.json is not a function');
  });
  const session = { access_token: 'a', refresh_token: 'b', expires_in: 3_600, expires_at: 1 };
  try {
    const answer = await (await answering('token?grant_type=password', session)).json();
    expect(answer).toEqual({
      ...session,
      expires_at: expect.closeTo(Date.now() / 1_000 + 3_600, -2),
    });
  } finally {
    vi.restoreAllMocks();
  }
});

it('everything else passes through unchanged', async () => {
  const user = { id: 'ana', expires_in: 1 };
  expect(await (await answering('user', user)).json()).toEqual(user);
  const refused = await answering('token?grant_type=password', { error_code: 'x' }, 400);
  expect([refused.status, await refused.json()]).toEqual([400, { error_code: 'x' }]);
});
