import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { signToken } from '#test/support/actors.ts';
import { goodPassword, openBrowser, signedInPerson } from '#test/support/people.ts';
import { addApp, codeOf } from '#test/support/second-factor.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { createAskingAdmission } from './admit.ts';

const { call, database, bugs } = await openTestApi();

/** One request to each service that returns data, with the same token. */
const services = {
  rest: ['/rest/v1/jobs?select=id', undefined],
  call: ['/rest/v1/rpc/unread_messages', '{}'],
  storage: ['/storage/v1/object/list/avatars', '{"prefix":""}'],
  functions: ['/functions/v1/check-subscription', '{}'],
} as const;

async function askAll(token: string) {
  const answers = Object.entries(services).map(async ([name, [path, body]]) => {
    const response = await call(
      new Request(siteUrl + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          apikey: testKeys.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body,
      }),
    );
    const { code } = await response.json();
    return [name, response.ok ? 'answered' : `${response.status} ${code}`] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

const all = (outcome: string) => ({
  rest: outcome,
  call: outcome,
  storage: outcome,
  functions: outcome,
});
/** It takes a moment until the notification reaches every process. */
const expectSoon = (token: string, outcome: string) =>
  expect.poll(() => askAll(token)).toEqual(all(outcome));

async function someone() {
  const person = await signedInPerson(call);
  expect(await askAll(person.session.access_token)).toEqual(all('answered'));
  return { ...person, token: person.session.access_token };
}

const change = (text: string, id: string) => database.asService.query({ text, values: [id] });

describe('a token that was valid is refused by tables, files and functions', () => {
  it('after signing out', async () => {
    const { browser, token } = await someone();
    await browser.auth.signOut();
    await expectSoon(token, '403 session_not_found');
  });

  it('after a new password has ended the other sessions, while its own session continues', async () => {
    const { browser, email, token } = await someone();
    const other = openBrowser(call);
    const { data } = await other.auth.signInWithPassword({ email, password: goodPassword });
    await browser.auth.updateUser({ password: 'another-good-password-2026' });
    await expectSoon(data.session?.access_token ?? '', '403 session_not_found');
    expect(await askAll(token)).toEqual(all('answered'));
  });

  it('while its person is banned, and works again when the ban is lifted or over', async () => {
    const { user, token } = await someone();
    const ban = `update auth.users set banned_until = now() + interval '1 hour' where id = $1`;
    await change(ban, user.id);
    await expectSoon(token, '403 user_banned');
    await change('update auth.users set banned_until = null where id = $1', user.id);
    expect(await askAll(token)).toEqual(all('answered'));
    await change(`update auth.users set banned_until = 'infinity' where id = $1`, user.id);
    await expectSoon(token, '403 user_banned');
    await change(`update auth.users set banned_until = now() where id = $1`, user.id);
    expect(await askAll(token)).toEqual(all('answered'));
  });

  it('when the account is gone, whether deleted or only marked as deleted', async () => {
    const [deleted, marked] = [await someone(), await someone()];
    await change('delete from auth.users where id = $1', deleted.user.id);
    await change('update auth.users set deleted_at = now() where id = $1', marked.user.id);
    await expectSoon(deleted.token, '403 session_not_found');
    await expectSoon(marked.token, '403 session_not_found');
  });

  it('when the session has expired, which nothing announces', async () => {
    const { user, token } = await someone();
    await change(
      `update auth.sessions set not_after = clock_timestamp() + interval '300 ms' where user_id = $1`,
      user.id,
    );
    await expectSoon(token, '403 session_not_found');
  });
});

it('a session that another service manages is checked each time', async () => {
  const admit = createAskingAdmission(database);
  const { browser, token } = await someone();
  const claims = decodeJwt(token);
  await admit(claims);
  await browser.auth.signOut();
  await expect(admit(claims)).rejects.toMatchObject({ code: 'session_not_found' });
});

describe('a token that names a session other than its own', () => {
  it('is refused if it names none, an unknown one, nonsense, or somebody else’s', async () => {
    const { user, token } = await someone();
    const stranger = await someone();
    const { session_id } = JSON.parse(atob(stranger.token.split('.')[1] ?? ''));
    const claims = { sub: user.id, aud: 'authenticated', role: 'authenticated' };
    for (const id of [undefined, crypto.randomUUID(), 'nonsense', session_id]) {
      const forged = await signToken({ ...claims, session_id: id });
      expect(await askAll(forged)).toEqual(all('403 session_not_found'));
    }
    expect(await askAll(token)).toEqual(all('answered'));
  });
});

describe('an incomplete sign-in', () => {
  async function halfSignedIn() {
    const first = await signedInPerson(call);
    const { secret, factorId } = await addApp(first.browser);
    const browser = openBrowser(call);
    const { email, user } = first;
    const { data } = await browser.auth.signInWithPassword({ email, password: goodPassword });
    await change('update auth.mfa_factors set last_used_step = null where id = $1', factorId);
    return { browser, user, half: data.session?.access_token ?? '', secret, factorId };
  }

  it('reaches nothing until the second factor is used, and everything after that', async () => {
    const { browser, user, half, secret, factorId } = await halfSignedIn();
    expect(await askAll(half)).toEqual(all('403 insufficient_aal'));
    const { data } = await browser.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(await askAll(data?.access_token ?? '')).toEqual(all('answered'));
    // The session has reached aal2 in the meantime, but the token is from before.
    expect(await askAll(half)).toEqual(all('403 insufficient_aal'));
    // A session that has lost its factor is incomplete again, whatever its token says.
    await change(`update auth.sessions set aal = 'aal1' where user_id = $1`, user.id);
    await expectSoon(data?.access_token ?? '', '403 insufficient_aal');
  });

  it('becomes complete when the factor is removed', async () => {
    const { user, half } = await halfSignedIn();
    expect(await askAll(half)).toEqual(all('403 insufficient_aal'));
    await change('delete from auth.mfa_factors where user_id = $1', user.id);
    expect(await askAll(half)).toEqual(all('answered'));
  });

  it('is what a sign-in becomes when a factor is added elsewhere', async () => {
    const { user, token } = await someone();
    await change(
      `insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')`,
      user.id,
    );
    await expectSoon(token, '403 insufficient_aal');
  });

  it('does not result from a factor that was only started', async () => {
    const { browser, token } = await someone();
    await browser.auth.mfa.enroll({ factorType: 'totp' });
    expect(await askAll(token)).toEqual(all('answered'));
  });
});

describe('the official client', () => {
  it('recognizes it by Supabase’s code, and signs out when it reads the user', async () => {
    const { browser, user } = await someone();
    await change('delete from auth.sessions where user_id = $1', user.id);
    const read = () => browser.from('jobs').select('id');
    await expect.poll(async () => (await read()).error?.code).toBe('session_not_found');
    const called = await browser.functions.invoke('check-subscription', { body: {} });
    expect(called.error?.context.status).toBe(403);
    const listed = await browser.storage.from('avatars').list();
    expect(listed.error).toMatchObject({ message: 'Your session has ended. Sign in again.' });
    await browser.auth.getUser();
    expect((await browser.auth.getSession()).data.session).toBeNull();
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
