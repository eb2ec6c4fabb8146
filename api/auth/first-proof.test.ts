import { describe, expect, it } from 'vitest';
import { goodPassword, newEmail, openBrowser, pressButton } from '#test/support/people.ts';
import {
  attack,
  expectLockedOut,
  signIn,
  signInIn,
  strangersPassword,
} from '#test/support/stranger.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const modes = {
  optional: await openTestApi({ auth: { settings: { confirmation: 'optional' } } }),
  automatic: await openTestApi({ auth: { settings: { confirmation: 'automatic' } } }),
  required: await openTestApi({ auth: { settings: { confirmation: 'required' } } }),
};
const phones = await openTestApi({ auth: { settings: { isPhoneOpen: true } } });

for (const [name, mode] of Object.entries(modes)) {
  const { call, post } = mode;

  describe(`with confirmation ${name}, what a stranger set before the owner came is gone`, () => {
    it('when the owner requests a sign-in link and types its code', async () => {
      const { email, attacker } = await attack(mode);
      const owner = openBrowser(call);
      await owner.auth.signInWithOtp({ email });
      const { code } = await post.newestTo(email);
      const { data, error } = await owner.auth.verifyOtp({ email, token: code, type: 'email' });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, cleared_at: expect.any(String) });
      await expectLockedOut(mode, attacker, email);
      expect((await owner.auth.getUser()).error).toBeNull();
    });

    it('when the owner recovers the account and types the code', async () => {
      const { email, attacker } = await attack(mode);
      const owner = openBrowser(call);
      await owner.auth.resetPasswordForEmail(email);
      const { code } = await post.newestTo(email);
      await owner.auth.verifyOtp({ email, token: code, type: 'recovery' });
      await expectLockedOut(mode, attacker, email);
      expect((await owner.auth.updateUser({ password: 'chosen-by-the-owner' })).error).toBeNull();
      const { data } = await owner.auth.getUser();
      expect(data.user).not.toHaveProperty('cleared_at');
      const again = await signIn(mode, email, 'chosen-by-the-owner');
      expect(again.error).toBeNull();
    });

    it('when the owner recovers it with PKCE: the verifier identifies the requester, not who set it up', async () => {
      const { email, attacker } = await attack(mode);
      const owner = openBrowser(call, { flowType: 'pkce' });
      await owner.auth.resetPasswordForEmail(email);
      const target = await pressButton(call, (await post.newestTo(email)).link);
      const code = target.searchParams.get('code') ?? '';
      const { data, error } = await owner.auth.exchangeCodeForSession(code);
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ cleared_at: expect.any(String) });
      await expectLockedOut(mode, attacker, email);
    });

    if (name === 'automatic') return;

    it('when the owner opens the link that the stranger’s sign-up sent', async () => {
      const { email, attacker, link } = await attack(mode);
      const target = await pressButton(call, link);
      const words = new URLSearchParams(target.hash.slice(1));
      expect(words.get('type')).toBe('signup');
      await expectLockedOut(mode, attacker, email);
      const owner = openBrowser(call);
      const { data } = await owner.auth.setSession({
        access_token: words.get('access_token') ?? '',
        refresh_token: words.get('refresh_token') ?? '',
      });
      expect(data.user).toMatchObject({ email, cleared_at: expect.any(String) });
    });

    it('when the link is opened, if the stranger signed up with PKCE', async () => {
      const { email, attacker, link } = await attack(mode, 'pkce');
      const target = await pressButton(call, link);
      const code = target.searchParams.get('code') ?? '';
      await expectLockedOut(mode, attacker, email);
      const owner = openBrowser(call, { flowType: 'pkce' });
      expect((await owner.auth.exchangeCodeForSession(code)).error).not.toBeNull();
      await expectLockedOut(mode, attacker, email);
    });
  });
}

describe('what a stranger prepared', () => {
  it('is gone with the rest: a pending change of address, and codes that were sent', async () => {
    const { call, post, database } = modes.optional;
    const { email, attacker } = await attack(modes.optional);
    const elsewhere = newEmail();
    await attacker.auth.updateUser({ email: elsewhere });
    const change = await post.newestTo(elsewhere);
    const owner = openBrowser(call);
    await owner.auth.signInWithOtp({ email });
    const { code } = await post.newestTo(email);
    await owner.auth.verifyOtp({ email, token: code, type: 'email' });
    const target = await pressButton(call, change.link);
    expect(target.hash).toContain('otp_expired');
    const { data } = await owner.auth.getUser();
    expect(data.user).toMatchObject({ email });
    expect(data.user?.new_email).toBeUndefined();
    const { rows } = await database.asService.query({
      text: 'select from auth.one_time_tokens where user_id = $1',
      values: [data.user?.id],
    });
    expect(rows).toEqual([]);
  });

  it('is gone as well when the owner follows an invitation', async () => {
    const { call, post } = modes.optional;
    const { email, attacker } = await attack(modes.optional);
    const admin = openBrowser(call, { key: testKeys.secretKey }).auth.admin;
    expect((await admin.inviteUserByEmail(email)).error).toBeNull();
    const { link, subject } = await post.newestTo(email);
    expect(subject).toContain('You are invited');
    const target = await pressButton(call, link);
    expect(target.hash).toContain('access_token=');
    await expectLockedOut(modes.optional, attacker, email);
  });

  it('does not survive changing the account to another address', async () => {
    const { call, post } = modes.optional;
    const attacker = openBrowser(call);
    const own = newEmail();
    await attacker.auth.signUp({ email: own, password: strangersPassword });
    await signInIn(attacker, own, strangersPassword);
    const email = newEmail();
    await attacker.auth.updateUser({ email });
    await pressButton(call, (await post.newestTo(email)).link);
    await expectLockedOut(modes.optional, attacker, email);
  });

  it('does not include a password still being set when the owner arrives', async () => {
    const { call, post, dependencies } = modes.optional;
    const { email, attacker } = await attack(modes.optional);
    const { passwords } = dependencies.auth;
    const hash = passwords.hash;
    const owner = openBrowser(call);
    await owner.auth.signInWithOtp({ email });
    const { code } = await post.newestTo(email);
    // The owner arrives while the stranger's new password is being hashed.
    passwords.hash = async (text) => {
      passwords.hash = hash;
      await owner.auth.verifyOtp({ email, token: code, type: 'email' });
      return hash(text);
    };
    const changed = await attacker.auth.updateUser({ password: 'another-of-the-stranger' });
    expect(changed.error).not.toBeNull();
    const again = await signIn(modes.optional, email, 'another-of-the-stranger');
    expect(again.error).toMatchObject({ code: 'invalid_credentials' });
  });

  it('does not include a sign-in still in progress when the owner arrives', async () => {
    const { call, post, dependencies } = modes.optional;
    const { email } = await attack(modes.optional);
    const { passwords } = dependencies.auth;
    const check = passwords.verify;
    const owner = openBrowser(call);
    await owner.auth.signInWithOtp({ email });
    const { code } = await post.newestTo(email);
    passwords.verify = async (stored, text) => {
      passwords.verify = check;
      const isRight = await check(stored, text);
      await owner.auth.verifyOtp({ email, token: code, type: 'email' });
      return isRight;
    };
    const late = await signIn(modes.optional, email, strangersPassword);
    expect(late.error).toMatchObject({ code: 'invalid_credentials' });
  });

  it('includes a phone number, which is gone too, and the first proof of one clears as well', async () => {
    const { call, post } = phones;
    const phone = `1555${Math.floor(Math.random() * 9_000_000) + 1_000_000}`;
    const attacker = openBrowser(call);
    await attacker.auth.signUp({ phone: `+${phone}`, password: strangersPassword });
    await attacker.auth.signInWithPassword({ phone, password: strangersPassword });
    const owner = openBrowser(call);
    await owner.auth.signInWithOtp({ phone });
    const { code } = await post.newestTo(phone);
    const { data } = await owner.auth.verifyOtp({ phone, token: code, type: 'sms' });
    expect(data.user).toMatchObject({ phone, cleared_at: expect.any(String) });
    expect((await attacker.auth.getUser()).error).not.toBeNull();

    const email = newEmail();
    const own = `1555${Math.floor(Math.random() * 9_000_000) + 1_000_000}`;
    await attacker.auth.signOut();
    await attacker.auth.signUp({ email, password: strangersPassword });
    await signInIn(attacker, email, strangersPassword);
    await attacker.auth.updateUser({ phone: own });
    const change = await post.newestTo(own);
    await attacker.auth.verifyOtp({ phone: own, token: change.code, type: 'phone_change' });
    const second = openBrowser(call);
    await second.auth.signInWithOtp({ email });
    const mail = await post.newestTo(email);
    const came = await second.auth.verifyOtp({ email, token: mail.code, type: 'email' });
    expect(came.data.user).toMatchObject({ email, phone: '' });
    expect(came.data.user?.identities?.map(({ provider }) => provider)).toEqual(['email']);
  });

  it('is restored to the browser that set it, except a phone number that another account has by then', async () => {
    const { call, post } = phones;
    const email = newEmail();
    const phone = `1555${Math.floor(Math.random() * 9_000_000) + 1_000_000}`;
    const browser = openBrowser(call, { flowType: 'pkce' });
    await browser.auth.signUp({ email, password: goodPassword });
    const { link } = await post.newestTo(email);
    await signInIn(browser, email, goodPassword);
    await browser.auth.updateUser({ phone });
    const change = await post.newestTo(phone);
    await browser.auth.verifyOtp({ phone, token: change.code, type: 'phone_change' });
    const target = await pressButton(call, link);
    const other = openBrowser(call);
    await other.auth.signInWithOtp({ phone });
    const { code } = await post.newestTo(phone);
    expect((await other.auth.verifyOtp({ phone, token: code, type: 'sms' })).error).toBeNull();
    const { data, error } = await browser.auth.exchangeCodeForSession(
      target.searchParams.get('code') ?? '',
    );
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, phone: '' });
    expect((await signIn(phones, email, goodPassword)).error).toBeNull();
  });
});
