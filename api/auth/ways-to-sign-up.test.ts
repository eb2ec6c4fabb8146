import { describe, expect, it } from 'vitest';
import { goodPassword, newEmail, openBrowser, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { createPasswords } from './passwords.ts';

const strict = await openTestApi({ auth: { settings: { confirmation: 'required' } } });
const automatic = await openTestApi({
  auth: { settings: { confirmation: 'automatic', isPhoneOpen: true, isAnonymousOpen: true } },
});
const open = await openTestApi({
  auth: {
    settings: { isPhoneOpen: true, isAnonymousOpen: true },
    passwords: createPasswords(),
  },
});
const silent = await openTestApi({
  auth: { settings: { confirmation: 'automatic', isPhoneOpen: true, isSmsSent: false } },
});
const silentlyStrict = await openTestApi({
  auth: { settings: { isPhoneOpen: true, isSmsSent: false } },
});
const closed = await openTestApi({
  auth: {
    settings: { isSignUpOpen: false },
    captcha: async (token, address) => token === 'solved' && address !== '',
  },
});

describe('where addresses must be confirmed', () => {
  it('nobody can sign in before that', async () => {
    const browser = openBrowser(strict.call);
    const email = newEmail();
    await browser.auth.signUp({ email, password: goodPassword });
    const early = await browser.auth.signInWithPassword({ email, password: goodPassword });
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
    const { code } = await strict.post.newestTo(email);
    const proof = { email, token: code, type: 'signup', password: goodPassword } as const;
    await browser.auth.verifyOtp(proof);
    const later = await browser.auth.signInWithPassword({ email, password: goodPassword });
    expect(later.error).toBeNull();
  });

  it('a wrong password is reported first, so that the account is not revealed', async () => {
    const browser = openBrowser(strict.call);
    const email = newEmail();
    await browser.auth.signUp({ email, password: goodPassword });
    const { error } = await browser.auth.signInWithPassword({ email, password: 'wrong' });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('where addresses are not confirmed', () => {
  it('sign-up returns the session at once and sends no letter', async () => {
    const browser = openBrowser(automatic.call);
    const email = newEmail();
    const events: string[] = [];
    browser.auth.onAuthStateChange((event) => {
      events.push(event);
    });
    const { data, error } = await browser.auth.signUp({ email, password: goodPassword });
    expect(error).toBeNull();
    expect(data.session?.user.email_confirmed_at).toBeTruthy();
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
    expect(await automatic.post.sentTo(email)).toEqual([]);
  });
});

describe('a change where addresses are not confirmed', () => {
  it('takes effect at once, and proves nothing', async () => {
    const { browser, email, user } = await signedInPerson(automatic.call);
    const [next, phone] = [newEmail(), '15551230155'];
    const { data, error } = await browser.auth.updateUser({ email: next, phone: `+${phone}` });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: next, phone, email_confirmed_at: expect.any(String) });
    const { rows } = await automatic.database.asService.query({
      text: 'select email_proved_at, phone_proved_at from auth.users where id = $1',
      values: [user.id],
    });
    expect(rows).toEqual([{ email_proved_at: null, phone_proved_at: null }]);
    expect((await automatic.post.newestTo(email)).subject).toContain('address');
    const again = await browser.auth.signInWithPassword({ email: next, password: goodPassword });
    expect(again.error).toBeNull();
    const other = await signedInPerson(automatic.call);
    const taken = await other.browser.auth.updateUser({ email: next });
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  it('turns an anonymous visitor into a named person', async () => {
    const browser = openBrowser(automatic.call);
    await browser.auth.signInAnonymously();
    const email = newEmail();
    const { data } = await browser.auth.updateUser({ email, password: goodPassword });
    expect(data.user).toMatchObject({ email, is_anonymous: false });
  });

  it('asks both mailboxes if the current one has been proved', async () => {
    const { browser, email, user } = await signedInPerson(automatic.call);
    await automatic.database.asService.query({
      text: 'update auth.users set email_proved_at = now() where id = $1',
      values: [user.id],
    });
    const next = newEmail();
    const { data } = await browser.auth.updateUser({ email: next });
    expect(data.user).toMatchObject({ email, new_email: next });
  });
});

describe('where everything is open', () => {
  it('passwords are stored as argon2id with the parameters that OWASP recommends', async () => {
    const browser = openBrowser(open.call);
    const email = newEmail();
    await browser.auth.signUp({ email, password: goodPassword });
    const { rows } = await open.database.asService.query<{ encrypted_password: string }>({
      text: 'select encrypted_password from auth.users where email = $1',
      values: [email],
    });
    expect(rows[0]?.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const { error } = await browser.auth.signInWithPassword({ email, password: goodPassword });
    expect(error).toBeNull();
  });

  it('a phone number signs up, is confirmed by SMS, and signs in with a password or a code', async () => {
    const browser = openBrowser(open.call);
    const phone = '15551230100';
    const signUp = await browser.auth.signUp({ phone: `+${phone}`, password: goodPassword });
    expect(signUp.data.user).toMatchObject({ phone, app_metadata: { provider: 'phone' } });
    const { code, channel } = await open.post.newestTo(phone);
    expect(channel).toBe('sms');
    const proof = { phone, token: code, type: 'sms', password: goodPassword } as const;
    const verified = await browser.auth.verifyOtp(proof);
    expect(verified.data.user?.phone_confirmed_at).toBeTruthy();
    const byPassword = await browser.auth.signInWithPassword({ phone, password: goodPassword });
    expect(byPassword.error).toBeNull();
    await browser.auth.signInWithOtp({ phone });
    const second = await open.post.newestTo(phone);
    const byCode = await browser.auth.verifyOtp({ phone, token: second.code, type: 'sms' });
    expect(byCode.error).toBeNull();
  });

  it('a phone number is changed with a code sent to the new one', async () => {
    const browser = openBrowser(open.call);
    const email = newEmail();
    await browser.auth.signUp({ email, password: goodPassword });
    await browser.auth.signInWithPassword({ email, password: goodPassword });
    const phone = '15551230101';
    const asked = await browser.auth.updateUser({ phone: `+${phone}` });
    expect(asked.data.user?.new_phone).toBe(phone);
    const { code } = await open.post.newestTo(phone);
    const { data, error } = await browser.auth.verifyOtp({
      phone,
      token: code,
      type: 'phone_change',
    });
    expect(error).toBeNull();
    expect(data.user?.phone).toBe(phone);
  });

  it('an anonymous visitor becomes a named person by confirming an address', async () => {
    const browser = openBrowser(open.call);
    const { data, error } = await browser.auth.signInAnonymously();
    expect(error).toBeNull();
    expect(data.user?.is_anonymous).toBe(true);
    const email = newEmail();
    await browser.auth.updateUser({ email });
    const { code } = await open.post.newestTo(email);
    const confirmed = await browser.auth.verifyOtp({ email, token: code, type: 'email_change' });
    expect(confirmed.data.user).toMatchObject({ id: data.user?.id, email, is_anonymous: false });
  });
});

describe('where SMS cannot be sent', () => {
  const refusal = { status: 422, code: 'sms_send_failed' };

  it('a phone number signs up and in with its password, and nobody waits for a code', async () => {
    const { auth } = openBrowser(silent.call);
    const [phone, password] = ['15551230120', goodPassword];
    expect((await auth.signUp({ phone, password })).error).toBeNull();
    expect((await auth.signInWithPassword({ phone, password })).error).toBeNull();
    expect((await auth.signInWithOtp({ phone })).error).toMatchObject(refusal);
    expect((await auth.reauthenticate()).error).toMatchObject(refusal);
    expect(await silent.post.sentTo(phone)).toEqual([]);
  });

  it('nor does anybody who would have to confirm the number', async () => {
    const { auth } = (await signedInPerson(silentlyStrict.call)).browser;
    const phone = '15551230121';
    for (const { error } of [
      await auth.updateUser({ phone }),
      await openBrowser(silentlyStrict.call).auth.signUp({ phone, password: goodPassword }),
    ]) {
      expect(error).toMatchObject(refusal);
    }
    // There is nothing to send again, which no answer reveals.
    expect((await auth.resend({ type: 'phone_change', phone })).error).toBeNull();
    expect(await silentlyStrict.post.sentTo(phone)).toEqual([]);
    const { rows } = await silentlyStrict.database.asService.query({
      text: `select from auth.users where $1 in (phone, phone_change)`,
      values: [phone],
    });
    expect(rows).toEqual([]);
  });
});

describe('where sign-up is closed', () => {
  it('nobody gets in, whichever way they try', async () => {
    const browser = openBrowser(closed.call);
    const email = newEmail();
    const signUp = await browser.auth.signUp({ email, password: goodPassword });
    expect(signUp.error).toMatchObject({ status: 422, code: 'signup_disabled' });
    await browser.auth.signInWithOtp({ email, options: { captchaToken: 'solved' } });
    expect(await closed.post.sentTo(email)).toEqual([]);
    expect((await browser.auth.signInAnonymously()).error).toMatchObject({ status: 422 });
  });

  it('and a captcha protects everything that can be tried', async () => {
    const browser = openBrowser(closed.call);
    const email = newEmail();
    const password = goodPassword;
    for (const { error } of [
      await browser.auth.signInWithPassword({ email, password }),
      await browser.auth.signInWithPassword({ email, password, options: { captchaToken: 'no' } }),
      await browser.auth.resetPasswordForEmail(email),
      await browser.auth.signInWithOtp({ email }),
      await browser.auth.resend({ email, type: 'signup' }),
    ]) {
      expect(error).toMatchObject({ status: 400, code: 'captcha_failed' });
    }
    const { error } = await browser.auth.signInWithPassword({
      email,
      password,
      options: { captchaToken: 'solved' },
    });
    expect(error).toMatchObject({ code: 'invalid_credentials' });
  });
});
