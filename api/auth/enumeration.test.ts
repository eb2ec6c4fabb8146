import { describe, expect, it } from 'vitest';
import {
  goodPassword,
  newEmail,
  openBrowser,
  postJson,
  pressButton,
  signedInPerson,
} from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { call, post, fetch, database } = await openTestApi();
const phones = await openTestApi({ auth: { settings: { isPhoneOpen: true } } });
const required = await openTestApi({ auth: { settings: { confirmation: 'required' } } });
const automatic = await openTestApi({ auth: { settings: { confirmation: 'automatic' } } });

describe('nobody can find out whether an address has an account', () => {
  const data = { full_name: 'Ada Sample', a: { zeta: 1, b: [{ longer: 1, c: 2 }] } };

  it('by signing up: status, headers, fields, their order and their format are the same', async () => {
    const person = await signedInPerson(call);
    const { code } = await post.newestTo(person.email);
    await person.browser.auth.verifyOtp({ email: person.email, token: code, type: 'signup' });
    const unconfirmed = newEmail();
    await ask('/signup', { email: unconfirmed, password: goodPassword });
    const answers = await Promise.all(
      [newEmail(), person.email, unconfirmed].map((email) =>
        ask('/signup', { email, password: 'another-password', data }, email),
      ),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect((await post.newestTo(person.email)).subject).toContain('You already have an account');
    expect((await post.newestTo(unconfirmed)).subject).toContain('You already have an account');
  });

  it('and an unconfirmed owner’s link survives a stranger’s sign-up', async () => {
    const email = newEmail();
    await ask('/signup', { email, password: goodPassword });
    const { link } = await post.newestTo(email);
    await ask('/signup', { email, password: 'another-password' });
    expect((await post.newestTo(email)).subject).toContain('You already have an account');
    const target = await pressButton(call, link);
    expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).toBeTruthy();
  });

  it('where unconfirmed people cannot sign in, signing up again sends a new link', async () => {
    const email = newEmail();
    const sign = (address: string) =>
      ask('/signup', { email: address, password: goodPassword, data }, address, required.fetch);
    const first = await sign(email);
    await required.post.newestTo(email);
    expect(await sign(email)).toEqual(first);
    const { link, subject } = await required.post.newestTo(email);
    expect(subject).toContain('Confirm your email address');
    const target = await pressButton(required.call, link);
    expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).toBeTruthy();
    await ask('/signup', { email, password: goodPassword }, email, required.fetch);
    expect((await required.post.newestTo(email)).subject).toContain('You already have an account');
  });

  it('by signing up with a phone number', async () => {
    const body = { phone: '+15551230001', password: goodPassword, data };
    const first = await ask('/signup', body, '15551230001', phones.fetch);
    const second = await ask('/signup', body, '15551230001', phones.fetch);
    expect(second).toEqual(first);
    expect(first.status).toBe(200);
  });

  for (const [path, body] of [
    ['/recover', {}],
    ['/otp', {}],
    ['/otp', { create_user: false }],
    ['/resend', { type: 'signup' }],
    ['/resend', { type: 'email_change' }],
  ] as const) {
    it(`with ${path} and ${JSON.stringify(body)}`, async () => {
      const { email } = await signedInPerson(call);
      const known = await ask(path, { ...body, email });
      const unknown = await ask(path, { ...body, email: newEmail() });
      expect(unknown).toEqual(known);
      expect(known.status).toBe(200);
      await post.deliver();
    });
  }

  it('by signing in, verifying a code or refreshing', async () => {
    const { email } = await signedInPerson(call);
    for (const [path, body] of [
      ['/token?grant_type=password', { password: 'wrong' }],
      ['/verify', { type: 'email', token: '123456' }],
      ['/verify', { type: 'recovery', token: '123456' }],
    ] as const) {
      const known = await ask(path, { ...body, email });
      const unknown = await ask(path, { ...body, email: newEmail() });
      expect(unknown).toEqual(known);
    }
  });

  it('by timing a wrong sign-in: both write the same', async () => {
    const { email } = await signedInPerson(call);
    const noted = async (address: string) => {
      const { rows } = await database.asService.query<{ count: number; named: number }>({
        text: `select count(*)::int as count,
            (count(*) filter (where payload::text like '%' || $1 || '%'))::int as named
          from auth.audit_log_entries where payload ->> 'action' = 'login_failed'`,
        values: [address],
      });
      return rows[0] ?? { count: 0, named: 0 };
    };
    for (const [address, named] of [
      [email, 1],
      [newEmail(), 0],
    ] as const) {
      const before = await noted(address);
      await ask('/token?grant_type=password', { email: address, password: 'wrong' });
      expect(await noted(address)).toEqual({ count: before.count + 1, named });
    }
  });

  it('and only the password shows whether a sign-up created the account in its answer', async () => {
    const { email: taken } = await signedInPerson(call);
    const email = newEmail();
    const sign = async (address: string, password: string) => {
      const { data } = await openBrowser(call).auth.signUp({ email: address, password });
      const browser = openBrowser(call);
      const { data: found, error } = await browser.auth.signInWithPassword({
        email: address,
        password,
      });
      const ended = found.session && (await browser.auth.signOut({ scope: 'local' }));
      expect(ended?.error ?? null).toBeNull();
      return { isNamed: found.user?.id === data.user?.id, code: error?.code };
    };
    expect(await sign(email, goodPassword)).toEqual({ isNamed: true, code: undefined });
    expect(await sign(email, goodPassword)).toEqual({ isNamed: false, code: undefined });
    expect(await sign(taken, 'another-password')).toEqual({
      isNamed: false,
      code: 'invalid_credentials',
    });
    const { rows } = await database.asService.query({
      text: 'select from auth.sessions join auth.users u on u.id = user_id where u.email = $1',
      values: [email],
    });
    expect(rows).toEqual([]);
  });

  it('and a site that signs in at once tells those who want no account created that there is none', async () => {
    const { email } = await signedInPerson(automatic.call);
    const answer = (address: string) =>
      postJson(automatic.call, '/otp', { email: address, create_user: false });
    expect((await answer(email)).status).toBe(200);
    const unknown = await answer(newEmail());
    expect(unknown.status).toBe(422);
    expect(await unknown.json()).toMatchObject({
      error_code: 'otp_disabled',
      msg: 'Signups not allowed for otp',
    });
    const made = newEmail();
    expect((await postJson(automatic.call, '/otp', { email: made })).status).toBe(200);
    expect((await automatic.post.newestTo(made)).code).toMatch(/^\d{6}$/);
  });

  it('and on a site that signs in at once, sign-up says that an address is taken', async () => {
    const browser = openBrowser(automatic.call);
    const email = newEmail();
    const first = await browser.auth.signUp({ email, password: goodPassword });
    expect(first.data.session).not.toBeNull();
    const second = await browser.auth.signUp({ email, password: goodPassword });
    expect(second.error).toMatchObject({ status: 422, code: 'user_already_exists' });
  });
});

/** The answer without everything that differs for each person. */
async function ask(path: string, body: object, address?: string, send = fetch) {
  const answer = await send(`/auth/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'x-client-address': `10.1.${Math.floor(Math.random() * 250)}.9` },
  });
  const text = await answer.text();
  const moments = [...new Set(text.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g))].sort();
  const known = new Map(moments.map((moment, index) => [moment, `moment ${index}`]));
  const ids = [...new Set(text.match(/[0-9a-f]{8}-[0-9a-f-]{27}(?!@)/g))];
  const named = new Map(ids.map((id, index) => [id, `id ${index}`]));
  return {
    status: answer.status,
    headers: [...answer.headers],
    text: (address ? text.replaceAll(address, 'ADDRESS') : text)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => known.get(moment) ?? moment)
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => named.get(id) ?? id),
  };
}
