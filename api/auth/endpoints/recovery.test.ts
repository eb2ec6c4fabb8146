import { describe, expect, it } from 'vitest';
import {
  goodPassword,
  newEmail,
  openBrowser,
  pressButton,
  signedInPerson,
} from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { call, post, database } = await openTestApi();

describe('recovering an account', () => {
  it('with a code from the mailbox leads to PASSWORD_RECOVERY and a new password', async () => {
    const { email } = await signedInPerson(call);
    const browser = openBrowser(call);
    const events: string[] = [];
    browser.auth.onAuthStateChange((event) => {
      events.push(event);
    });
    expect((await browser.auth.resetPasswordForEmail(email)).error).toBeNull();
    const { code } = await post.newestTo(email);
    const { data, error } = await browser.auth.verifyOtp({ email, token: code, type: 'recovery' });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect((await browser.auth.updateUser({ password: 'another-good-one' })).error).toBeNull();
    expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'USER_UPDATED']);
    const again = await openBrowser(call).auth.signInWithPassword({
      email,
      password: 'another-good-one',
    });
    expect(again.error).toBeNull();
  });

  it('with a link returns the session in the fragment', async () => {
    const { email } = await signedInPerson(call);
    const browser = openBrowser(call);
    await browser.auth.resetPasswordForEmail(email, { redirectTo: 'http://site.test/auth?new=1' });
    const { link } = await post.newestTo(email);
    const target = await pressButton(call, link);
    expect(target.origin + target.pathname + target.search).toBe('http://site.test/auth?new=1');
    const fragment = new URLSearchParams(target.hash.slice(1));
    expect(fragment.get('sb')).toBe('');
    expect(fragment.get('type')).toBe('recovery');
    const { error } = await browser.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    });
    expect(error).toBeNull();
  });

  it('with PKCE returns a code that only the requesting browser can use', async () => {
    const { email } = await signedInPerson(call);
    const browser = openBrowser(call, { flowType: 'pkce' });
    await browser.auth.resetPasswordForEmail(email, { redirectTo: 'http://site.test/auth' });
    const target = await pressButton(call, (await post.newestTo(email)).link);
    const code = target.searchParams.get('code') ?? '';
    expect(target.hash).toBe('');
    const events: string[] = [];
    browser.auth.onAuthStateChange((event) => {
      events.push(event);
    });
    const { data, error } = await browser.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
    expect(events).toContain('PASSWORD_RECOVERY');
  });

  it('with PKCE says where the link works before pressing uses it up, in the letter and on its page', async () => {
    const { email } = await signedInPerson(call);
    const where = /only in the browser in which you asked for it/;
    await openBrowser(call).auth.resetPasswordForEmail(email);
    const anywhere = await post.newestTo(email);
    expect(anywhere.text).not.toMatch(where);
    expect(await (await call(new Request(anywhere.link))).text()).not.toMatch(where);
    await openBrowser(call, { flowType: 'pkce' }).auth.resetPasswordForEmail(email);
    const { text, link } = await post.newestTo(email);
    expect(text.replace(/\s+/g, ' ')).toMatch(where);
    expect(await (await call(new Request(link))).text()).toMatch(where);
  });

  it('with PKCE returns a code that expires soon', async () => {
    const { email } = await signedInPerson(call);
    const browser = openBrowser(call, { flowType: 'pkce' });
    await browser.auth.resetPasswordForEmail(email, { redirectTo: 'http://site.test/auth' });
    const target = await pressButton(call, (await post.newestTo(email)).link);
    await database.asService.query({
      text: `update auth.flow_state set auth_code_issued_at = now() - interval '1 day'
        where user_id = (select id from auth.users where email = $1)`,
      values: [email],
    });
    const code = target.searchParams.get('code') ?? '';
    const { error } = await browser.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
  });

  it('does not work with an expired link, and says so in the redirect', async () => {
    const { email } = await signedInPerson(call);
    await openBrowser(call).auth.resetPasswordForEmail(email);
    const { link } = await post.newestTo(email);
    await makeTokensOld(email, '61 minutes');
    const target = await pressButton(call, link);
    expect(new URLSearchParams(target.hash.slice(1)).get('error_code')).toBe('otp_expired');
  });

  it('does not work twice with one link', async () => {
    const { email } = await signedInPerson(call);
    await openBrowser(call, { flowType: 'pkce' }).auth.resetPasswordForEmail(email);
    const { link } = await post.newestTo(email);
    await pressButton(call, link);
    const target = await pressButton(call, link);
    expect(target.searchParams.get('error_code')).toBe('otp_expired');
    expect(target.searchParams.get('code')).toBeNull();
  });

  it('does not work with the code once the link is used, and vice versa', async () => {
    const { email } = await signedInPerson(call);
    const browser = openBrowser(call, { flowType: 'pkce' });
    const typed = async (code: string) =>
      (await browser.auth.verifyOtp({ email, token: code, type: 'recovery' })).error?.code;
    await browser.auth.resetPasswordForEmail(email);
    const first = await post.newestTo(email);
    await pressButton(call, first.link);
    expect(await typed(first.code)).toBe('otp_expired');
    await browser.auth.resetPasswordForEmail(email);
    const second = await post.newestTo(email);
    expect(await typed(second.code)).toBeUndefined();
    const target = await pressButton(call, second.link);
    expect(target.searchParams.get('error_code')).toBe('otp_expired');
  });

  it('does not work with a code older than ten minutes', async () => {
    const { email } = await signedInPerson(call);
    const browser = openBrowser(call);
    await browser.auth.resetPasswordForEmail(email);
    const { code } = await post.newestTo(email);
    await makeTokensOld(email, '11 minutes');
    const { error } = await browser.auth.verifyOtp({ email, token: code, type: 'recovery' });
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
  });
});

describe('signing in by email', () => {
  it('creates an account for a new address and confirms it', async () => {
    const email = newEmail();
    const browser = openBrowser(call);
    const asked = await browser.auth.signInWithOtp({ email, options: { data: { from: 'link' } } });
    expect(asked.error).toBeNull();
    const { code } = await post.newestTo(email);
    const { data, error } = await browser.auth.verifyOtp({ email, token: code, type: 'email' });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      user_metadata: { from: 'link', email_verified: true },
      email_confirmed_at: expect.any(String),
    });
  });

  it('creates no account if that is not wanted, and does not reveal it', async () => {
    const email = newEmail();
    const { error } = await openBrowser(call).auth.signInWithOtp({
      email,
      options: { shouldCreateUser: false },
    });
    expect(error).toBeNull();
    expect(await post.sentTo(email)).toEqual([]);
  });

  it('accepts the hash of a link, as server-rendered pages use it', async () => {
    const { email } = await signedInPerson(call);
    const browser = openBrowser(call);
    await browser.auth.signInWithOtp({ email });
    const { link } = await post.newestTo(email);
    const token_hash = new URL(link).searchParams.get('token') ?? '';
    const { error } = await browser.auth.verifyOtp({ token_hash, type: 'magiclink' });
    expect(error).toBeNull();
  });
});

describe('confirming a sign-up', () => {
  it('can be requested again, and works with the second letter', async () => {
    const browser = openBrowser(call);
    const email = newEmail();
    await browser.auth.signUp({ email, password: goodPassword });
    const first = await post.newestTo(email);
    expect((await browser.auth.resend({ type: 'signup', email })).error).toBeNull();
    const second = await post.newestTo(email);
    const old = await browser.auth.verifyOtp({ email, token: first.code, type: 'signup' });
    if (first.code !== second.code) expect(old.error).toMatchObject({ code: 'otp_expired' });
    const { data, error } = await browser.auth.verifyOtp({
      email,
      token: second.code,
      type: 'signup',
    });
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toBeTruthy();
    await browser.auth.resend({ type: 'signup', email });
    const subjects = (await post.sentTo(email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('Confirm'))).toHaveLength(2);
  });

  it('with a link works for PKCE', async () => {
    const browser = openBrowser(call, { flowType: 'pkce' });
    const email = newEmail();
    await browser.auth.signUp({
      email,
      password: goodPassword,
      options: { emailRedirectTo: 'http://site.test/welcome' },
    });
    const target = await pressButton(call, (await post.newestTo(email)).link);
    expect(target.pathname).toBe('/welcome');
    const { data, error } = await browser.auth.exchangeCodeForSession(
      target.searchParams.get('code') ?? '',
    );
    expect(error).toBeNull();
    expect(data.user?.email_confirmed_at).toBeTruthy();
  });
});

async function makeTokensOld(email: string, age: string) {
  await database.asService.query({
    text: 'update auth.one_time_tokens set created_at = now() - $2::interval where relates_to = $1',
    values: [email, age],
  });
}
