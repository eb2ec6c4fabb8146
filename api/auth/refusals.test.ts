import { describe, expect, it } from 'vitest';
import {
  goodPassword,
  newEmail,
  openBrowser,
  postJson,
  postText,
  signedInPerson,
} from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const { call, fetch, database, bugs } = await openTestApi({
  auth: { settings: { isAnonymousOpen: true, isPhoneOpen: true } },
});
const closed = await openTestApi({ auth: { settings: { isLinkingOpen: false } } });
const admin = openBrowser(call, { key: testKeys.secretKey });

/** Status, code and message, as Supabase Auth answers. */
async function told(answer: Response) {
  const { error_code, msg } = await answer.json();
  return [answer.status, error_code, msg];
}

const email = 'a@b.example';
const phone = '15551230100';
const one = 'Only an email address or phone number should be provided';

describe('refused with the messages of Supabase Auth', () => {
  const cases = [
    ['/token', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['/token?grant_type=__proto__', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['/token?grant_type=web3', {}, 422, 'web3_provider_disabled', 'Web3 provider is disabled'],
    ['/sso', { domain: 'b.example' }, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
    [
      '/token?grant_type=password',
      { email, password: '' },
      400,
      'invalid_credentials',
      'Invalid login credentials',
    ],
    [
      '/token?grant_type=password',
      { email, phone, password: goodPassword },
      400,
      'validation_failed',
      `${one} on login.`,
    ],
    [
      '/signup',
      { email, phone, password: goodPassword },
      400,
      'validation_failed',
      `${one} on signup.`,
    ],
    [
      '/signup',
      { email, password: '' },
      400,
      'validation_failed',
      'Signup requires a valid password',
    ],
    ['/otp', { email, phone }, 400, 'validation_failed', one],
    ['/resend', { type: 'signup', email, phone }, 400, 'validation_failed', `${one}.`],
    [
      '/verify',
      { type: 'email', token: '123456', email, phone },
      400,
      'validation_failed',
      `${one} on verify`,
    ],
    [
      '/verify',
      { type: 'email', token: '123456', token_hash: 'x', email },
      400,
      'validation_failed',
      'Verify requires either a token or a token hash',
    ],
    [
      '/verify',
      { type: 'email', token_hash: 'x', email },
      400,
      'validation_failed',
      'Only the token_hash and type should be provided',
    ],
  ] as const;
  for (const [path, body, ...expected] of cases) {
    it(`${path} ${JSON.stringify(body)}`, async () => {
      expect(await told(await postJson(call, path, body))).toEqual(expected);
    });
  }

  it('an empty body, which does not create an anonymous person', async () => {
    for (const path of ['/signup', '/token?grant_type=password', '/otp']) {
      expect((await told(await postText(call, path, ''))).slice(0, 2)).toEqual([400, 'bad_json']);
    }
    expect((await postJson(call, '/signup', {})).status).toBe(200);
  });

  it('null, which is treated like an empty object', async () => {
    for (const path of ['/token?grant_type=password', '/otp', '/recover']) {
      const expected = await told(await postJson(call, path, {}));
      expect(await told(await postText(call, path, 'null'))).toEqual(expected);
    }
    const { user } = await signedInPerson(call);
    const headers = { apikey: testKeys.secretKey };
    const deletion = { method: 'DELETE', headers, body: 'null' };
    expect((await fetch(`/auth/v1/admin/users/${user.id}`, deletion)).status).toBe(200);
  });

  it('an empty password instead of the current one', async () => {
    const { browser, email, user } = await signedInPerson(call);
    const { error } = await browser.auth.updateUser({ password: '' });
    expect(error).toMatchObject({ status: 422, code: 'weak_password' });
    const byAdmin = await admin.auth.admin.updateUserById(user.id, { password: '' });
    expect(byAdmin.error).toMatchObject({ status: 422, code: 'weak_password' });
    const still = await browser.auth.signInWithPassword({ email, password: goodPassword });
    expect(still.error).toBeNull();
  });

  it('an invalid id', async () => {
    const nil = '00000000-0000-0000-0000-000000000000';
    for (const [id, message] of [
      [nil, 'ID cannot be a nil uuid'],
      ['somebody', 'ID must conform to the uuid v4 format'],
    ] as const) {
      const { error } = await admin.auth.admin.createUser({ id, email: newEmail() });
      expect(error).toMatchObject({ status: 400, code: 'validation_failed', message });
    }
    const { user } = await signedInPerson(call);
    const again = await admin.auth.admin.createUser({ id: user.id, email: newEmail() });
    expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' });
    expect(bugs).toEqual([]);
  });
});

describe('the person named by the token', () => {
  it('is told that they are banned, or that they do not exist', async () => {
    const { session, user } = await signedInPerson(call);
    const ask = () =>
      fetch('/auth/v1/user', { headers: { authorization: `Bearer ${session.access_token}` } });
    await admin.auth.admin.updateUserById(user.id, { ban_duration: '1h' });
    // The ban has ended the session; this makes it look as if the ban came between the two checks.
    await database.asService.query({
      text: `insert into auth.sessions (id, user_id)
        values ($1, $2)`,
      values: [sessionOf(session.access_token), user.id],
    });
    expect(await told(await ask())).toEqual([403, 'user_banned', 'User is banned']);
    await admin.auth.admin.deleteUser(user.id);
    expect(await told(await ask())).toEqual([
      403,
      'user_not_found',
      'User from sub claim in JWT does not exist',
    ]);
  });
});

describe('an anonymous person', () => {
  it('cannot have only a password, or factors', async () => {
    const browser = openBrowser(call);
    await browser.auth.signInAnonymously();
    for (const { error } of [
      await browser.auth.mfa.enroll({ factorType: 'totp' }),
      await browser.auth.mfa.challenge({ factorId: crypto.randomUUID() }),
      await browser.auth.mfa.recoveryCodes.generate(),
    ]) {
      expect(error).toMatchObject({ status: 403, code: 'no_authorization' });
    }
    const { error } = await browser.auth.updateUser({ password: goodPassword });
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' });
  });
});

describe('a link of an unknown type', () => {
  it('leads back to the site with an error, which is shown if there is no address to return to', async () => {
    const query = 'token=x&redirect_to=/auth';
    const answer = await fetch(`/auth/v1/verify?type=banana&${query}`);
    expect(answer.status).toBe(303);
    const target = new URL(answer.headers.get('location') ?? '');
    expect(target.pathname).toBe('/auth');
    expect(Object.fromEntries(new URLSearchParams(target.hash.slice(1)))).toEqual({
      error: 'invalid_request',
      error_code: 'validation_failed',
      error_description: 'Invalid email verification type',
      sb: '',
    });
    expect(await told(await fetch(`/auth/v1/verify?${query}`))).toEqual([
      400,
      'validation_failed',
      'Verify requires a verification type',
    ]);
  });
});

describe('where manual linking is off', () => {
  it('identities can be neither linked nor unlinked', async () => {
    const { browser, session, user } = await signedInPerson(closed.call);
    const linked = await browser.auth.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    });
    const [identity] = user.identities ?? [];
    const unlinked = identity && (await browser.auth.unlinkIdentity(identity));
    for (const error of [linked.error, unlinked?.error]) {
      expect(error).toMatchObject({ status: 404, code: 'manual_linking_disabled' });
    }
    const byToken = await closed.fetch('/auth/v1/token?grant_type=id_token', {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}` },
      body: JSON.stringify({ provider: 'google', id_token: 'x', link_identity: true }),
    });
    expect(byToken.status).toBe(404);
  });
});

function sessionOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id;
}
