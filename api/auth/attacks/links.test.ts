import { afterAll, describe, expect, it } from 'vitest';
import { openWalker, startOpenIdProvider } from '#test/support/openid-provider.ts';
import { openBrowser, postJson, pressButton, signedInPerson } from '#test/support/people.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const openId = await startOpenIdProvider(`${siteUrl}/auth/v1/callback`);
const { call, post, database } = await openTestApi({
  auth: {
    providers: { google: openId.settings },
    settings: { redirectUrls: ['https://preview-*.site.test/**', 'myapp://back'] },
  },
});
const withoutAddress = await openTestApi({
  auth: { settings: { siteUrl: undefined, localUrl: 'http://127.0.0.1:3000' } },
});
const send = (path: string, body: unknown) => postJson(call, path, body);
afterAll(openId.stop);

describe('somebody guesses codes', () => {
  it('from many clients: after five wrong ones, even the right one no longer works', async () => {
    const { email } = await signedInPerson(call);
    await send('/recover', { email });
    const { code } = await post.newestTo(email);
    const wrong = code === '111111' ? '222222' : '111111';
    for (let tried = 0; tried < 5; tried += 1) {
      const answer = await send('/verify', { type: 'recovery', email, token: wrong });
      expect(answer.status).toBe(403);
    }
    const answer = await send('/verify', { type: 'recovery', email, token: code });
    expect(answer.status).toBe(403);
  });

  it('a hundred at the same moment: five count', async () => {
    const { email } = await signedInPerson(call);
    await send('/recover', { email });
    await post.newestTo(email);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send('/verify', { type: 'recovery', email, token: String(index).padStart(6, '0') }),
      ),
    );
    const { rows } = await database.asService.query<{ attempts: number }>({
      text: "select attempts from auth.one_time_tokens where relates_to = $1 and token_type = 'recovery_token'",
      values: [email],
    });
    expect(rows.every(({ attempts }) => attempts === 5)).toBe(true);
  });

  it('of a second factor, one challenge at a time: each attempt waits longer', async () => {
    const { browser } = await signedInPerson(call);
    const { data } = await browser.auth.mfa.enroll({ factorType: 'totp' });
    const factorId = data?.id ?? '';
    const statuses = [];
    for (let tried = 0; tried < 13; tried += 1) {
      const { error } = await browser.auth.mfa.challengeAndVerify({ factorId, code: '000000' });
      statuses.push(error?.status);
    }
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(11);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('somebody wants to redirect people elsewhere', () => {
  for (const wanted of [
    'https://evil.example',
    '//evil.example',
    'http://site.test.evil.example',
    'http://site.test@evil.example',
    'http://evil.example\\@site.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://preview-1.evil.example/x',
    'https://preview-a.b.site.test/x',
    'https://preview-1.site.test.evil.example/',
    'myapp://back/../evil',
  ]) {
    it(`by redirect_to=${wanted}`, async () => {
      const { email } = await signedInPerson(call);
      await send(`/otp?redirect_to=${encodeURIComponent(wanted)}`, { email });
      const { link } = await post.newestTo(email);
      expect(new URL(link).searchParams.get('redirect_to')).toBe(siteUrl);
      const changed = new URL(link);
      changed.searchParams.set('redirect_to', wanted);
      const target = await pressButton(call, changed.href);
      expect(target.origin).toBe(siteUrl);
    });
  }

  it('while addresses on the list work', async () => {
    const { email } = await signedInPerson(call);
    for (const wanted of ['https://preview-7.site.test/a/b?c=1', 'myapp://back', '/welcome']) {
      await send(`/otp?redirect_to=${encodeURIComponent(wanted)}`, { email });
      const { link } = await post.newestTo(email);
      const kept = new URL(link).searchParams.get('redirect_to') ?? '';
      expect(kept).toBe(new URL(wanted, siteUrl).href);
    }
  });

  it('with their own Host header: the link in the email still names the site', async () => {
    const { email } = await signedInPerson(withoutAddress.call, { url: 'http://127.0.0.1:3000' });
    await withoutAddress.call(
      new Request('http://evil.example/auth/v1/recover', {
        method: 'POST',
        headers: { apikey: testKeys.publishableKey },
        body: JSON.stringify({ email }),
      }),
    );
    const { link, html } = await withoutAddress.post.newestTo(email);
    expect(new URL(link).origin).toBe('http://127.0.0.1:3000');
    expect(html).not.toContain('evil.example');
  });
});

describe('a mail scanner fetches every link', () => {
  it('with GET and HEAD, ten times: the link still works for the person, once', async () => {
    const { email } = await signedInPerson(call);
    await send('/recover', { email });
    const { link } = await post.newestTo(email);
    for (let fetched = 0; fetched < 10; fetched += 1) {
      const answer = await call(new Request(link, { method: fetched % 2 ? 'GET' : 'HEAD' }));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('location')).toBeNull();
    }
    expect((await pressButton(call, link)).hash).toContain('access_token=');
    expect((await pressButton(call, link)).hash).toContain('otp_expired');
  });

  it('and shows a page that cannot be framed, whatever is in its URL', async () => {
    const { email } = await signedInPerson(call);
    await send('/recover', { email });
    const { link } = await post.newestTo(email);
    const address = `${link}&redirect_to=${encodeURIComponent('/"><script>alert(1)</script>')}`;
    const answer = await call(new Request(address));
    expect(await answer.text()).not.toContain('<script>');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });
});

describe('somebody passes a provider’s response to another person', () => {
  it('to sign them in to somebody else’s account: the browser did not start the flow', async () => {
    const mallory = openId.addPerson();
    const browser = openBrowser(call);
    const { data } = await browser.auth.signInWithOAuth({
      provider: 'google',
      options: { queryParams: { login_hint: mallory.sub } },
    });
    const walker = openWalker(stopAtCallback, siteUrl);
    const caught = await walker.walk(data.url ?? '');
    const victim = openWalker(call, siteUrl);
    const target = await victim.walk(`${siteUrl}/auth/v1/callback${caught.search}`);
    expect(target.hash).not.toContain('access_token');
    expect(target.hash).toContain('bad_oauth_state');
  });

  it('to link the victim’s identity to their own account: the verifier is missing', async () => {
    const mallory = await signedInPerson(call, { flowType: 'pkce' });
    const victim = openId.addPerson();
    const { data } = await mallory.browser.auth.linkIdentity({
      provider: 'google',
      options: { queryParams: { login_hint: victim.sub } },
    });
    // The victim follows the link that Mallory sent, and the provider lets them through.
    const target = await openWalker(call, siteUrl).walk(data.url ?? '');
    expect(target.searchParams.get('code')).toBeTruthy();
    const { data: identities } = await mallory.browser.auth.getUserIdentities();
    expect(identities?.identities.map(({ provider }) => provider)).toEqual(['email']);
  });

  it('or uses one response twice', async () => {
    const person = openId.addPerson();
    const browser = openBrowser(call, { flowType: 'pkce' });
    const { data } = await browser.auth.signInWithOAuth({
      provider: 'google',
      options: { queryParams: { login_hint: person.sub } },
    });
    const caught = await openWalker(stopAtCallback, siteUrl).walk(data.url ?? '');
    const callback = `${siteUrl}/auth/v1/callback${caught.search}`;
    const first = await openWalker(call, siteUrl).walk(callback);
    expect(first.searchParams.get('code')).toBeTruthy();
    const second = await openWalker(call, siteUrl).walk(callback);
    expect(second.hash).toContain('bad_oauth_state');
  });
});

/** Stops a walker where the provider redirects to the site, before the site sees the answer. */
async function stopAtCallback(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname !== '/auth/v1/callback') return call(request);
  return new Response(null, { status: 302, headers: { location: `/caught${url.search}` } });
}
