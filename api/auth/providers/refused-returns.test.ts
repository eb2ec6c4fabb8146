import { afterAll, expect, it } from 'vitest';
import { openWalker, startOpenIdProvider } from '#test/support/openid-provider.ts';
import { openBrowser } from '#test/support/people.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';

const callback = `${siteUrl}/auth/v1/callback`;
const openId = await startOpenIdProvider(callback);
const { call } = await openTestApi({ auth: { providers: { google: openId.settings } } });
afterAll(() => openId.stop());

it('somebody who declined returns with the provider’s error and its reason', async () => {
  const target = await comeBack({ error: 'access_denied', error_description: 'No' });
  expect(Object.fromEntries(target.searchParams)).toEqual({
    error: 'access_denied',
    error_code: 'bad_oauth_callback',
    error_description: 'No',
  });
});

it('an error code that OAuth does not define is not passed on', async () => {
  const target = await comeBack({ error: '<b>your account is closed, call us</b>' });
  expect(target.searchParams.get('error')).toBe('invalid_request');
  expect(target.href).not.toContain('closed');
});

it('a return without a matching flow leads home, with an error that servers can read too', async () => {
  for (const [query, ...expected] of [
    ['', 'bad_oauth_callback', 'OAuth state parameter missing'],
    ['?state=made-up', 'bad_oauth_state', 'OAuth callback with invalid state'],
  ] as const) {
    const answer = await call(new Request(callback + query));
    const target = new URL(answer.headers.get('location') ?? '');
    for (const words of [target.searchParams, new URLSearchParams(target.hash.slice(1))]) {
      expect([words.get('error_code'), words.get('error_description')]).toEqual(expected);
    }
  }
});

/** Starts a PKCE flow, and returns with what a provider says. */
async function comeBack(said: Record<string, string>): Promise<URL> {
  const browser = openBrowser(call, { flowType: 'pkce' });
  const { data } = await browser.auth.signInWithOAuth({ provider: 'google' });
  const start = await call(new Request(data.url ?? ''));
  const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? '';
  return openWalker(call, siteUrl).walk(`${callback}?${new URLSearchParams({ ...said, state })}`);
}
