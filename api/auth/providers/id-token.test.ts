import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { startOpenIdProvider } from '#test/support/openid-provider.ts';
import { openBrowser, signedInPerson } from '#test/support/people.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';

const openId = await startOpenIdProvider(`${siteUrl}/auth/v1/callback`);
const providers = { google: openId.settings };
const { call } = await openTestApi({ auth: { providers } });
const automatic = await openTestApi({
  auth: { providers, settings: { confirmation: 'automatic', isAnonymousOpen: true } },
});
afterAll(() => openId.stop());

describe('an ID token from an app', () => {
  it('signs in, with the nonce that belongs to it', async () => {
    const person = openId.addPerson();
    const nonce = crypto.randomUUID();
    const token = await openId.issueIdToken(person, { nonce: sha256Hex(nonce) });
    const ask = (more: { nonce?: string }) =>
      openBrowser(call).auth.signInWithIdToken({ provider: 'google', token, ...more });
    expect((await ask({})).error).toMatchObject({ code: 'validation_failed' });
    expect((await ask({ nonce: 'another' })).error).toMatchObject({ code: 'validation_failed' });
    const { data, error } = await ask({ nonce });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(person.email);
  });

  it('that was issued with an access token is only accepted with that one', async () => {
    const person = openId.addPerson();
    const access_token = crypto.randomUUID();
    const half = createHash('sha256').update(access_token).digest().subarray(0, 16);
    const token = await openId.issueIdToken(person, { at_hash: half.toString('base64url') });
    const ask = (more: { access_token?: string }) =>
      openBrowser(call).auth.signInWithIdToken({ provider: 'google', token, ...more });
    for (const more of [{}, { access_token: crypto.randomUUID() }]) {
      expect((await ask(more)).error).toMatchObject({ code: 'validation_failed' });
    }
    expect((await ask({ access_token })).data.user?.email).toBe(person.email);
  });

  it('that arrives several times at once creates one account', async () => {
    const token = await openId.issueIdToken(openId.addPerson());
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        openBrowser(call).auth.signInWithIdToken({ provider: 'google', token }),
      ),
    );
    expect(answers.map(({ error }) => error)).toEqual([null, null, null, null]);
    expect(new Set(answers.map(({ data }) => data.user?.id)).size).toBe(1);
  });

  it('links to the account of the session', async () => {
    const { browser, user } = await signedInPerson(call);
    const token = await openId.issueIdToken(openId.addPerson());
    const { data, error } = await browser.auth.linkIdentity({ provider: 'google', token });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(user.id);
    expect(data.user?.identities).toHaveLength(2);
  });

  it('names an anonymous person, with the address too if it is proved and free', async () => {
    const taken = await signedInPerson(automatic.call);
    for (const [details, isGiven] of [
      [{}, true],
      [{ email_verified: false }, false],
      [{ email: taken.email }, false],
    ] as const) {
      const browser = openBrowser(automatic.call);
      await browser.auth.signInAnonymously();
      const person = openId.addPerson(details);
      const token = await openId.issueIdToken(person);
      const { data, error } = await browser.auth.linkIdentity({ provider: 'google', token });
      expect(error).toBeNull();
      expect(data.user?.is_anonymous).toBe(false);
      expect(data.user?.email || undefined).toBe(isGiven ? person.email : undefined);
    }
  });

  it('for another audience, from another issuer, or with another key is refused', async () => {
    const person = openId.addPerson();
    const stranger = await startOpenIdProvider('http://site.test/x');
    for (const token of [
      await openId.issueIdToken(person, { aud: 'another-app' }),
      await stranger.issueIdToken(person),
      'not.a.token',
    ]) {
      const { error } = await openBrowser(call).auth.signInWithIdToken({
        provider: 'google',
        token,
      });
      expect(error?.status).toBe(400);
    }
    await stranger.stop();
  });

  it('from a provider whose keys cannot be fetched is neither our fault nor the token’s', async () => {
    const away = await startOpenIdProvider(`${siteUrl}/auth/v1/callback`);
    const site = await openTestApi({ auth: { providers: { google: away.settings } } });
    const browser = openBrowser(site.call);
    // The provider's keys have already been located by now.
    const { data } = await browser.auth.signInWithOAuth({ provider: 'google' });
    await site.call(new Request(data.url ?? ''));
    const token = await away.issueIdToken(away.addPerson());
    away.breakKeys();
    const broken = await browser.auth.signInWithIdToken({ provider: 'google', token });
    await away.stop();
    const gone = await browser.auth.signInWithIdToken({ provider: 'google', token });
    const codes = [broken, gone].map(({ error }) => error?.code);
    expect([codes, site.bugs]).toEqual([['bad_oauth_callback', 'bad_oauth_callback'], []]);
  });
});

function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
