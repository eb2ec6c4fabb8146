import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

// In which order Supabase Auth looks at a request: who asks, then what they say, then what it means.
const { call, fetch } = await openTestApi();

async function ask(method: string, path: string, body: unknown, token?: string) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const init = { method, headers, ...(method !== 'GET' && { body: JSON.stringify(body) }) };
  const answer = await fetch(`/auth/v1${path}`, init);
  const { error_code, msg } = await answer.json();
  return [answer.status, error_code, msg];
}

const notRead = 'Could not parse request body as JSON';

describe('a value of another type', () => {
  it.each([
    ['/signup', { email: 5, password: 'x' }, 'email must be a string.'],
    ['/signup', { email: 'a@b.example', password: {} }, 'password must be a string.'],
    ['/signup', { email: 'a@b.example', password: 'x', data: [] }, 'data must be a JSON object.'],
    ['/otp', { email: 'a@b.example', create_user: 'no' }, 'create_user must be true or false.'],
    ['/token?grant_type=password', { email: ['a@b.example'] }, 'email must be a string.'],
    ['/recover', { email: true }, 'email must be a string.'],
    ['/resend', { type: 5, email: 'a@b.example' }, /^type must be /],
    ['/verify', { type: 'email', token: 123456, email: 'a@b.example' }, 'token must be a string.'],
    ['/signup', { email: 'nobody', password: 5 }, 'password must be a string.'],
    ['/recover', [], 'The body must be a JSON object.'],
    ['/recover', 'me', 'The body must be a JSON object.'],
  ])('is not read at all: %s %j', async (path, body, what) => {
    const [status, code, words] = await ask('POST', path, body);
    expect([status, code]).toEqual([400, 'bad_json']);
    const [head, ...rest] = String(words).split(': ');
    expect(head).toBe(notRead);
    expect(rest.join(': ')).toMatch(what);
  });

  it('is none where there is none, or null', async () => {
    const words = 'Password recovery requires an email';
    for (const body of [{}, { email: null }, null]) {
      expect(await ask('POST', '/recover', body)).toEqual([400, 'validation_failed', words]);
    }
  });
});

describe('what only the service may ask for', () => {
  const nobody = crypto.randomUUID();
  const requests = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${nobody}`],
    ['PUT', `/admin/users/${nobody}`],
    ['DELETE', `/admin/users/${nobody}`],
    ['GET', `/admin/users/${nobody}/factors`],
    ['POST', '/admin/generate_link'],
    ['POST', '/invite'],
  ] as const;
  const refused = [403, 'not_admin', 'User not allowed'];

  it.each(requests)('%s %s: not the publishable key, which is a token there', async (...what) => {
    expect(await ask(...what, {})).toEqual(refused);
    expect(await ask(...what, {}, testKeys.publishableKey)).toEqual(refused);
  });

  it('nor a person', async () => {
    const { session } = await signedInPerson(call);
    expect(await ask('GET', '/admin/users', undefined, session.access_token)).toEqual(refused);
    const { error } = await openBrowser(call).auth.admin.listUsers();
    expect(error).toMatchObject({ status: 403, code: 'not_admin' });
  });
});

describe('a factor', () => {
  let person: Awaited<ReturnType<typeof signedInPerson>>;
  let factor = '';
  let token = '';

  beforeAll(async () => {
    person = await signedInPerson(call);
    token = person.session.access_token;
    const { data } = await person.browser.auth.mfa.enroll({ factorType: 'totp' });
    factor = `/factors/${data?.id}`;
  });

  it('is nothing without a session, whatever is said', async () => {
    const unknown = [401, 'no_authorization', 'This endpoint requires a valid Bearer token'];
    for (const path of ['/factors', factor, `${factor}/challenge`, `${factor}/verify`]) {
      const method = path === factor ? 'DELETE' : 'POST';
      expect([path, await ask(method, path, {})]).toEqual([path, unknown]);
    }
  });

  it('is verified by a code, and by the challenge that it answers', async () => {
    const empty = [400, 'validation_failed', 'Code needs to be non-empty'];
    expect(await ask('POST', `${factor}/verify`, {}, token)).toEqual(empty);
    const words = 'MFA factor with the provided challenge ID not found';
    const missing = [422, 'mfa_factor_not_found', words];
    expect(await ask('POST', `${factor}/verify`, { code: '123456' }, token)).toEqual(missing);
  });
});

describe('what the service says of itself', () => {
  it('names everybody by whom one could sign in there, and itself as there', async () => {
    const { external } = await (await fetch('/auth/v1/settings')).json();
    for (const name of ['apple', 'discord', 'keycloak', 'slack_oidc', 'twitter', 'x', 'zoom']) {
      expect([name, external[name]]).toEqual([name, false]);
    }
    expect(await (await fetch('/auth/v1/health')).json()).toMatchObject({ name: 'GoTrue' });
  });
});
