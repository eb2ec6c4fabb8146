import { afterAll, describe, expect, it } from 'vitest';
import { startGithub } from '#test/support/github-stand-in.ts';
import {
  openWalker,
  type ProviderPerson,
  startOpenIdProvider,
} from '#test/support/openid-provider.ts';
import { goodPassword, newEmail, openBrowser, signedInPerson } from '#test/support/people.ts';
import { addApp } from '#test/support/second-factor.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';

const openId = await startOpenIdProvider(`${siteUrl}/auth/v1/callback`);
const github = await startGithub();
const { call, post, database } = await openTestApi({
  auth: { providers: { google: openId.settings, github: github.settings } },
});
const automatic = await openTestApi({
  auth: {
    providers: { google: openId.settings },
    settings: { confirmation: 'automatic' },
  },
});
afterAll(async () => {
  await openId.stop();
  github.stop();
});

describe('signing in with a provider', () => {
  it('creates an account with PKCE, and finds it again the next time', async () => {
    const person = openId.addPerson();
    const first = await signInWith(person);
    expect(first.error).toBeNull();
    expect(first.data.user).toMatchObject({
      email: person.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Ada Provider', email_verified: true },
      identities: [{ provider: 'google', id: person.sub }],
    });
    expect(first.data.session).toMatchObject({ provider_token: expect.any(String) });
    const second = await signInWith(person);
    expect(second.data.user?.id).toBe(first.data.user?.id);
  });

  it('returns the session in the fragment without PKCE', async () => {
    const person = openId.addPerson();
    const { browser, target } = await comeBack(person, { flowType: 'implicit' });
    const fragment = new URLSearchParams(target.hash.slice(1));
    const { data, error } = await browser.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(person.email);
    expect(fragment.get('provider_token')).toBeTruthy();
  });

  it('binds the flow to the browser with a cookie that only TLS carries', async () => {
    const { call: callSecurely } = await openTestApi({
      auth: {
        providers: { google: openId.settings },
        settings: { siteUrl: 'https://site.test' },
      },
    });
    const response = await callSecurely(
      new Request('https://site.test/auth/v1/authorize?provider=google'),
    );
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Secure-auth-flow=[\w-]{40,}; Path=\/auth\/v1\/callback; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('joins the account if both sides have verified its email, and says so', async () => {
    const { browser, email, user } = await signedInPerson(call);
    const { code } = await post.newestTo(email);
    await browser.auth.verifyOtp({ email, token: code, type: 'signup' });
    const { data } = await signInWith(openId.addPerson({ email }));
    expect(data.user?.id).toBe(user.id);
    expect(data.user?.app_metadata.providers).toEqual(['email', 'google']);
    expect((await post.sentTo(email)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('A sign-in provider was linked'),
    );
  });

  it('proves the mailbox: what a stranger set in an account with the address is gone', async () => {
    for (const mode of [{ call, database }, automatic]) {
      const stranger = openBrowser(mode.call);
      const email = newEmail();
      await stranger.auth.signUp({ email, password: goodPassword });
      const made = await stranger.auth.signInWithPassword({ email, password: goodPassword });
      await addApp(stranger);
      const { browser, target } = await comeBack(openId.addPerson({ email }), { call: mode.call });
      const code = target.searchParams.get('code') ?? '';
      const { data, error } = await browser.auth.exchangeCodeForSession(code);
      expect(error).toBeNull();
      expect(data.user).toMatchObject({
        id: made.data.user?.id,
        email_confirmed_at: expect.any(String),
        cleared_at: expect.any(String),
        app_metadata: { providers: ['email', 'google'] },
      });
      expect(data.user?.factors).toBeUndefined();
      expect((await stranger.auth.getUser()).error).not.toBeNull();
      const again = await stranger.auth.signInWithPassword({ email, password: goodPassword });
      expect(again.error).toMatchObject({ code: 'invalid_credentials' });
      expect((await mode.database.asService.query(proved(email))).rows).toEqual([
        { is_proved: true },
      ]);
    }
  });

  it('and removes a stranger’s provider from an account when the owner signs in by email', async () => {
    const stranger = await signedInPerson(call, { flowType: 'pkce' });
    const { email } = stranger;
    const known = openId.addPerson();
    expect((await linkWith(stranger.browser, known)).error).toBeNull();
    const waiting = openId.addPerson();
    const late = (await setOutToLink(stranger.browser, waiting)).searchParams.get('code') ?? '';
    const owner = openBrowser(call);
    await owner.auth.signInWithOtp({ email });
    const { code } = await post.newestTo(email);
    const { data } = await owner.auth.verifyOtp({ email, token: code, type: 'email' });
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
    // What the stranger started earlier fails when it arrives later.
    expect((await stranger.browser.auth.exchangeCodeForSession(late)).error).not.toBeNull();
    const again = await signInWith(known);
    expect(again.data.user?.id).not.toBe(stranger.user.id);
  });

  it('does not join by an email that the provider has not verified', async () => {
    const { browser, email } = await signedInPerson(call);
    const { code } = await post.newestTo(email);
    await browser.auth.verifyOtp({ email, token: code, type: 'signup' });
    const { target } = await comeBack(openId.addPerson({ email, email_verified: false }));
    expect(target.searchParams.get('error_code')).toBe('provider_email_needs_verification');
    // A different mailbox that becomes the same when lowercased.
    const written = `kim-${email}`;
    await browser.auth.signUp({ email: written, password: goodPassword });
    const kelvin = written.replace('k', '\u212a');
    const other = await comeBack(openId.addPerson({ email: kelvin, email_verified: true }));
    expect(other.target.searchParams.get('error_code')).toBe('provider_email_needs_verification');
  });

  it('that is not configured, or with an invalid request, is refused', async () => {
    for (const provider of ['facebook', '__proto__', 'constructor', '']) {
      const answer = await call(
        new Request(`${siteUrl}/auth/v1/authorize?provider=${encodeURIComponent(provider)}`),
      );
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        code: 400,
        error_code: 'validation_failed',
        msg: 'Unsupported provider: provider is not enabled',
      });
    }
  });

  it('also accepts a return by form', async () => {
    const person = openId.addPerson();
    const { target } = await comeBack(person, { byForm: true });
    expect(target.searchParams.get('code')).toBeTruthy();
  });

  it('works with GitHub, which has no ID tokens', async () => {
    const browser = openBrowser(call, { flowType: 'pkce' });
    const { data } = await browser.auth.signInWithOAuth({ provider: 'github' });
    const target = await openWalker(call, siteUrl).walk(data.url ?? '');
    const answer = await browser.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(answer.error).toBeNull();
    expect(answer.data.user).toMatchObject({
      email: 'octocat@provider.example',
      user_metadata: { user_name: 'octocat', full_name: 'Mona' },
      identities: [{ provider: 'github', id: '583231' }],
    });
  });
});

describe('linking and unlinking', () => {
  it('adds a provider to an account and removes it again', async () => {
    const { browser, email, user } = await signedInPerson(call, { flowType: 'pkce' });
    const person = openId.addPerson();
    const linked = await linkWith(browser, person);
    expect(linked.error).toBeNull();
    expect(linked.data.user?.id).toBe(user.id);
    const { data } = await browser.auth.getUserIdentities();
    expect(data?.identities.map(({ provider }) => provider)).toEqual(['email', 'google']);
    const google = data?.identities.find(({ provider }) => provider === 'google');
    if (!google) throw new Error('The identity is missing.');
    expect((await browser.auth.unlinkIdentity(google)).error).toBeNull();
    const after = await browser.auth.getUser();
    expect(after.data.user?.identities).toHaveLength(1);
    expect(after.data.user?.app_metadata.providers).toEqual(['email']);
    expect((await post.newestTo(email)).subject).toContain('unlinked');
  });

  it('never removes the last way to sign in', async () => {
    const { browser, user } = await signedInPerson(call);
    const [identity] = user.identities ?? [];
    if (!identity) throw new Error('The identity is missing.');
    expect((await browser.auth.unlinkIdentity(identity)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    });
  });

  it('removes the password with the email identity', async () => {
    const { browser, email } = await signedInPerson(call, { flowType: 'pkce' });
    const person = openId.addPerson();
    await linkWith(browser, person);
    const { data } = await browser.auth.getUserIdentities();
    const own = data?.identities.find(({ provider }) => provider === 'email');
    if (!own) throw new Error('The identity is missing.');
    expect((await browser.auth.unlinkIdentity(own)).error).toBeNull();
    expect((await browser.auth.getUser()).data.user?.email).toBe(person.email);
    for (const address of [email, person.email]) {
      const { error } = await openBrowser(call).auth.signInWithPassword({
        email: address,
        password: goodPassword,
      });
      expect(error).toMatchObject({ code: 'invalid_credentials' });
    }
    const again = await signInWith(person);
    expect(again.error).toBeNull();
  });

  it('fails after the session that started it has ended', async () => {
    const { browser: stolen, email } = await signedInPerson(call, { flowType: 'pkce' });
    const target = await setOutToLink(stolen, openId.addPerson());
    const owner = openBrowser(call);
    await owner.auth.signInWithPassword({ email, password: goodPassword });
    expect((await owner.auth.updateUser({ password: 'another-horse-battery' })).error).toBeNull();
    const code = target.searchParams.get('code') ?? '';
    expect(code).not.toBe('');
    const { error } = await stolen.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ code: 'flow_state_not_found' });
    const { data } = await owner.auth.getUserIdentities();
    expect(data?.identities.map(({ provider }) => provider)).toEqual(['email']);
  });

  it('refuses an identity that belongs to somebody else', async () => {
    const person = openId.addPerson();
    await signInWith(person);
    const { browser } = await signedInPerson(call, { flowType: 'pkce' });
    const linked = await linkWith(browser, person);
    expect(linked.target.searchParams.get('error_code')).toBe('identity_already_exists');
    expect(linked.target.searchParams.get('error_description')).toBe(
      'Identity is already linked to another user',
    );
  });
});

it('leaves no readable provider token after the sign-in', async () => {
  await signInWith(openId.addPerson());
  const { rows } = await database.asService.query<{ count: number }>({
    text: 'select count(*)::int from auth.flow_state where provider_access_token is not null',
  });
  expect(rows[0]?.count).toBe(1); // the return by form, whose code was never redeemed
});

it('passes all of a client’s parameters on to the provider, except those that only we may set', async () => {
  const { data } = await openBrowser(call).auth.signInWithOAuth({
    provider: 'google',
    options: {
      redirectTo: `${siteUrl}/welcome`,
      queryParams: {
        prompt: 'consent',
        include_granted_scopes: 'true',
        state: 'mine',
        redirect_uri: 'https://evil.example',
        response_type: 'token',
        client_id: 'mine',
      },
      skipBrowserRedirect: true,
    },
  });
  const answer = await call(new Request(data.url ?? ''));
  const query = new URL(answer.headers.get('location') ?? '').searchParams;
  expect(query.get('prompt')).toBe('consent');
  expect(query.get('include_granted_scopes')).toBe('true');
  expect(query.get('redirect_uri')).toBe(`${siteUrl}/auth/v1/callback`);
  expect(query.get('response_type')).toBe('code');
  expect(query.get('client_id')).not.toBe('mine');
  expect(query.get('state')).not.toBe('mine');
  for (const name of ['redirect_to', 'provider', 'apikey']) expect(query.get(name)).toBeNull();
});

type Browser = ReturnType<typeof openBrowser>;

/** Starts the flow, and returns with a code or a session in the URL. */
async function comeBack(
  person: ProviderPerson,
  {
    flowType = 'pkce',
    byForm = false,
    call: send = call,
  }: { flowType?: 'pkce' | 'implicit'; byForm?: boolean; call?: typeof call } = {},
) {
  const browser = openBrowser(send, { flowType });
  const { data } = await browser.auth.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: `${siteUrl}/welcome`, queryParams: { login_hint: person.sub } },
  });
  const walker = openWalker(byForm ? sendingForms : send, siteUrl);
  return { browser, target: await walker.walk(data.url ?? '') };
}

/** A provider that returns by form: the browser posts what would be in the URL. */
function sendingForms(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname !== '/auth/v1/callback' || posted.has(url.search)) return call(request);
  posted.add(url.search);
  return call(
    new Request(`${siteUrl}/auth/v1/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: url.search.slice(1),
    }),
  );
}
const posted = new Set<string>();

async function signInWith(person: ProviderPerson) {
  const { browser, target } = await comeBack(person);
  expect(target.pathname).toBe('/welcome');
  return browser.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
}

const proved = (email: string) => ({
  text: 'select auth.has_proved_mailbox(id) as is_proved from auth.users where email = $1',
  values: [email],
});

async function linkWith(browser: Browser, person: ProviderPerson) {
  const target = await setOutToLink(browser, person);
  const code = target.searchParams.get('code') ?? '';
  return { target, ...(await browser.auth.exchangeCodeForSession(code)) };
}

/** Where the provider redirects the browser, with a code that is not redeemed yet. */
async function setOutToLink(browser: Browser, person: ProviderPerson) {
  const { data, error } = await browser.auth.linkIdentity({
    provider: 'google',
    options: { queryParams: { login_hint: person.sub } },
  });
  if (error) throw error;
  return openWalker(call, siteUrl).walk(data.url ?? '');
}
