import { describe, expect, it } from 'vitest';
import { demoPassword } from '#database/seed/demo-people.ts';
import { goodPassword, newEmail, openBrowser, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { countCommonPasswords, isCommonPassword } from './common-passwords.ts';

const { call, database, post } = await openTestApi();
const { admin } = openBrowser(call, { key: testKeys.secretKey }).auth;

const refusal = {
  status: 422,
  code: 'weak_password',
  reasons: ['pwned'],
  message: expect.stringContaining('easy to guess'),
};

describe('a very common password', () => {
  it('is refused at sign-up, in any capitalization', async () => {
    for (const password of ['password1', 'PassWord1', 'qwerty123', 'changeme', 'ｐassword1']) {
      const { error } = await openBrowser(call).auth.signUp({ email: newEmail(), password });
      expect(error, password).toMatchObject(refusal);
    }
  });

  it('is refused if it is little more than the site’s current name', async () => {
    for (const password of [
      'Carolina2026!',
      'carolina-health',
      'HEALTH AI 1',
      'carolinahealthai',
    ]) {
      const { error } = await openBrowser(call).auth.signUp({ email: newEmail(), password });
      expect(error, password).toMatchObject(refusal);
    }
    const password = 'carolina wren and heron';
    expect((await openBrowser(call).auth.signUp({ email: newEmail(), password })).error).toBeNull();
  });

  it('is refused as a new password, also after a recovery', async () => {
    const { browser, email } = await signedInPerson(call);
    expect((await browser.auth.updateUser({ password: 'iloveyou' })).error).toMatchObject(refusal);
    await browser.auth.resetPasswordForEmail(email);
    const { code } = await post.newestTo(email);
    const other = openBrowser(call);
    await other.auth.verifyOtp({ email, token: code, type: 'recovery' });
    expect((await other.auth.updateUser({ password: 'iloveyou' })).error).toMatchObject(refusal);
  });

  it('is refused for administrators, as in Supabase', async () => {
    const { user } = await signedInPerson(call);
    const password = 'sunshine';
    const made = await admin.createUser({ email: newEmail(), password });
    const changed = await admin.updateUserById(user.id, { password });
    const linked = await admin.generateLink({ type: 'signup', email: newEmail(), password });
    for (const { error } of [made, changed, linked]) expect(error).toMatchObject(refusal);
  });

  it('still signs in people who already have it, and is reported to the client', async () => {
    const { email } = await signedInPerson(call);
    const { createPasswords } = await import('./passwords.ts');
    const { hash } = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });
    await database.asService.query({
      text: 'update auth.users set encrypted_password = $2 where email = $1',
      values: [email, await hash('sunshine')],
    });
    const { data, error } = await openBrowser(call).auth.signInWithPassword({
      email,
      password: 'sunshine',
    });
    expect(error).toBeNull();
    expect(data.weakPassword).toMatchObject({ reasons: ['pwned'] });
  });

  it('is accepted on a trial site, if it is long enough', async () => {
    const { call } = await openTestApi({ auth: { settings: { refusesCommonPasswords: false } } });
    for (const password of ['123456', 'password123', 'Carolina1']) {
      const email = newEmail();
      expect((await openBrowser(call).auth.signUp({ email, password })).error).toBeNull();
      const { data, error } = await openBrowser(call).auth.signInWithPassword({ email, password });
      expect([error, data.weakPassword]).toEqual([null, undefined]);
    }
    const { error } = await openBrowser(call).auth.signUp({ email: newEmail(), password: '12345' });
    expect(error).toMatchObject({ code: 'weak_password', reasons: ['length'] });
  });

  it('is refused for both reasons if it is also too short', async () => {
    const { error } = await openBrowser(call).auth.signUp({ email: newEmail(), password: '12345' });
    expect(error).toMatchObject({ code: 'weak_password', reasons: ['length', 'pwned'] });
  });
});

describe('the list of common passwords', () => {
  it('has more than ten thousand entries, and none that this site gives out', () => {
    expect(countCommonPasswords()).toBeGreaterThan(10_000);
    for (const fine of [demoPassword, goodPassword, 'tulip-ford-84', 'a-quiet-lantern-52']) {
      expect(isCommonPassword(fine), fine).toBe(false);
    }
  });
});
