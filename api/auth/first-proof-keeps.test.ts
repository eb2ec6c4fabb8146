import { describe, expect, it } from 'vitest';
import {
  goodPassword,
  newEmail,
  openBrowser,
  pressButton,
  signedInPerson,
} from '#test/support/people.ts';
import { addApp } from '#test/support/second-factor.ts';
import { signIn, signInIn, stateOf, strangersPassword } from '#test/support/stranger.ts';
import { openTestApi } from '#test/support/test-api.ts';

const modes = {
  optional: await openTestApi({ auth: { settings: { confirmation: 'optional' } } }),
  required: await openTestApi({ auth: { settings: { confirmation: 'required' } } }),
};
describe('what was set before is kept', () => {
  it('when the link is opened in the browser that signed up', async () => {
    for (const mode of [modes.optional, modes.required]) {
      const { call, post } = mode;
      const email = newEmail();
      const browser = openBrowser(call, { flowType: 'pkce' });
      await browser.auth.signUp({ email, password: goodPassword });
      const other = openBrowser(call);
      if (mode === modes.optional) await signInIn(other, email, goodPassword);
      const target = await pressButton(call, (await post.newestTo(email)).link);
      const code = target.searchParams.get('code') ?? '';
      const { data, error } = await browser.auth.exchangeCodeForSession(code);
      expect(error).toBeNull();
      expect(data.user).not.toHaveProperty('cleared_at');
      expect((await signIn(mode, email, goodPassword)).error).toBeNull();
      if (mode === modes.optional) expect((await other.auth.getUser()).error).toBeNull();
    }
  });

  it('with its factors and identities', async () => {
    const { call, post } = modes.optional;
    const email = newEmail();
    const browser = openBrowser(call, { flowType: 'pkce' });
    await browser.auth.signUp({ email, password: goodPassword });
    const { link } = await post.newestTo(email);
    await signInIn(browser, email, goodPassword);
    const { factorId } = await addApp(browser);
    const { data: codes } = await browser.auth.mfa.recoveryCodes.generate();
    const before = await stateOf(modes.optional, email);
    const target = await pressButton(call, link);
    const code = target.searchParams.get('code') ?? '';
    expect((await stateOf(modes.optional, email)).factors).toEqual([]);
    const { data } = await browser.auth.exchangeCodeForSession(code);
    expect(data.user?.factors?.map(({ id }) => id)).toContain(factorId);
    expect(await stateOf(modes.optional, email)).toEqual(before);
    const spent = await browser.auth.mfa.recoveryCodes.verify({ code: codes?.codes[0] ?? '' });
    expect(spent.error).toBeNull();
  });

  it('when the account’s session is sent along with the code', async () => {
    const { call, post } = modes.optional;
    const email = newEmail();
    const browser = openBrowser(call);
    await browser.auth.signUp({ email, password: goodPassword });
    const { data } = await signInIn(browser, email, goodPassword);
    const { code } = await post.newestTo(email);
    const answer = await verify(
      modes.optional,
      { email, token: code, type: 'signup' },
      data.session?.access_token,
    );
    expect(answer.status).toBe(200);
    expect((await browser.auth.getUser()).data.user).not.toHaveProperty('cleared_at');
    expect((await signIn(modes.optional, email, goodPassword)).error).toBeNull();
  });

  it('when the password is typed with the code; a wrong one changes nothing', async () => {
    const { call, post } = modes.required;
    const email = newEmail();
    await openBrowser(call).auth.signUp({ email, password: goodPassword });
    const { code: token } = await post.newestTo(email);
    const wrong = await verify(modes.required, { email, token, type: 'signup', password: 'wrong' });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ error_code: 'invalid_credentials' });
    const right = await verify(modes.required, {
      email,
      token,
      type: 'signup',
      password: goodPassword,
    });
    expect(right.status).toBe(200);
    expect((await signIn(modes.required, email, goodPassword)).error).toBeNull();
  });

  it('when the password is typed on the link’s page', async () => {
    const { call, post } = modes.required;
    const email = newEmail();
    await openBrowser(call, { flowType: 'pkce' }).auth.signUp({ email, password: goodPassword });
    const { link } = await post.newestTo(email);
    const page = await (await call(new Request(link))).text();
    expect(page).toContain('name="password"');
    const again = await pressButton(call, link, { password: 'wrong' });
    expect(again.searchParams.get('code')).toBeNull();
    const target = await pressButton(call, link, { password: goodPassword });
    expect(target.searchParams.get('code')).toBeTruthy();
    expect((await signIn(modes.required, email, goodPassword)).error).toBeNull();
  });

  it('when the mailbox was proved before: later links change nothing', async () => {
    const { call, post } = modes.optional;
    const email = newEmail();
    const browser = openBrowser(call, { flowType: 'pkce' });
    await browser.auth.signUp({ email, password: goodPassword });
    const first = await pressButton(call, (await post.newestTo(email)).link);
    await browser.auth.exchangeCodeForSession(first.searchParams.get('code') ?? '');
    const phone = openBrowser(call);
    await phone.auth.signInWithOtp({ email });
    const { code, link } = await post.newestTo(email);
    expect(await (await call(new Request(link))).text()).not.toContain('name="password"');
    const { data } = await phone.auth.verifyOtp({ email, token: code, type: 'email' });
    expect(data.user).not.toHaveProperty('cleared_at');
    expect((await browser.auth.getUser()).error).toBeNull();
    expect((await signIn(modes.optional, email, goodPassword)).error).toBeNull();
  });
});

describe('a change of address with PKCE in which the new mailbox agrees last', () => {
  const mode = modes.optional;
  const { call, post, database } = mode;
  const hasProvedMailbox = async (email: string) => {
    const { rows } = await database.asService.query<{ is_proved: boolean }>({
      text: 'select auth.has_proved_mailbox(id) as is_proved from auth.users where email = $1',
      values: [email],
    });
    return rows[0]?.is_proved;
  };

  /** Requested by somebody whose mailbox is proved: that mailbox agrees first, then the new one. */
  async function pressBoth() {
    const { browser, email } = await signedInPerson(call, { flowType: 'pkce' });
    const { code: token } = await post.newestTo(email);
    const proof = { email, token, type: 'signup', password: goodPassword } as const;
    await browser.auth.verifyOtp(proof);
    const other = openBrowser(call);
    await signInIn(other, email, goodPassword);
    const next = newEmail();
    await browser.auth.updateUser({ email: next });
    await pressButton(call, (await post.newestTo(email)).link);
    const { link } = await post.newestTo(next);
    expect(await (await call(new Request(link))).text()).toContain('confirmed once more');
    const code = (await pressButton(call, link)).searchParams.get('code') ?? '';
    return { browser, other, email, next, code };
  }

  it('signs no other device out, and counts as a proof once its browser redeems the code', async () => {
    const { browser, other, next, code } = await pressBoth();
    // Between opening the link and redeeming the code.
    expect((await other.auth.refreshSession()).error).toBeNull();
    expect(await hasProvedMailbox(next)).toBe(false);
    const { data, error } = await browser.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: next });
    expect(await hasProvedMailbox(next)).toBe(true);
    expect((await other.auth.refreshSession()).error).toBeNull();
    expect((await signIn(mode, next, goodPassword)).error).toBeNull();
  });

  it('gives somebody in another browser nothing, and their first proof clears what was set before', async () => {
    const { other, next, code } = await pressBoth();
    const owner = openBrowser(call, { flowType: 'pkce' });
    expect((await owner.auth.exchangeCodeForSession(code)).error).not.toBeNull();
    expect(await hasProvedMailbox(next)).toBe(false);
    await owner.auth.signInWithOtp({ email: next });
    const { code: token } = await post.newestTo(next);
    const { data } = await owner.auth.verifyOtp({ email: next, token, type: 'email' });
    expect(data.user).toMatchObject({ email: next, cleared_at: expect.any(String) });
    expect((await other.auth.getUser()).error).not.toBeNull();
    const refused = await signIn(mode, next, goodPassword);
    expect(refused.error).toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('where addresses must be confirmed, two people sign up with one address', () => {
  it('and the password of the browser that proves the mailbox is the one that counts', async () => {
    const { call, post } = modes.required;
    const email = newEmail();
    await openBrowser(call, { flowType: 'pkce' }).auth.signUp({
      email,
      password: strangersPassword,
    });
    await post.deliver();
    const owner = openBrowser(call, { flowType: 'pkce' });
    await owner.auth.signUp({ email, password: goodPassword });
    const target = await pressButton(call, (await post.newestTo(email)).link);
    const { data } = await owner.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    expect(data.user).not.toHaveProperty('cleared_at');
    expect((await signIn(modes.required, email, goodPassword)).error).toBeNull();
    const stranger = await signIn(modes.required, email, strangersPassword);
    expect(stranger.error).toMatchObject({ code: 'invalid_credentials' });
  });
});

function verify({ fetch }: (typeof modes)['optional'], body: object, token?: string) {
  return fetch('/auth/v1/verify', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
}
