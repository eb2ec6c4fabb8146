import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { signedInPerson } from '#test/support/people.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const { call, fetch } = await openTestApi();

describe('what the service says about itself', () => {
  it('includes its settings and its health', async () => {
    const settings = await (await fetch('/auth/v1/settings')).json();
    expect(settings).toMatchObject({
      external: { email: true, phone: false, google: false, github: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    });
    // Programs read every name, including those of providers that are never available here.
    for (const name of ['apple', 'discord', 'keycloak', 'slack_oidc', 'twitter', 'x', 'zoom']) {
      expect(settings.external).toHaveProperty(name, false);
    }
    expect(await (await fetch('/auth/v1/health')).json()).toMatchObject({ name: 'GoTrue' });
    // A trailing slash makes no difference, as in the original.
    expect((await fetch('/auth/v1/health/')).status).toBe(200);
    expect((await fetch('/auth/v1/user/')).status).toBe(401);
  });

  it('includes its keys, only the public part, and clients verify tokens with them', async () => {
    const answer = await fetch('/auth/v1/.well-known/jwks.json');
    const { keys } = (await answer.json()) as { keys: Record<string, string>[] };
    expect(keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    expect(keys[0]).not.toHaveProperty('d');
    const { browser, session } = await signedInPerson(call);
    expect(decodeProtectedHeader(session.access_token).kid).toBe(keys[0]?.kid);
    const { data, error } = await browser.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.claims.sub).toBe(session.user.id);
  });

  it('includes where its keys are, for those who look them up by the issuer', async () => {
    const answer = await call(new Request(`${siteUrl}/auth/v1/.well-known/openid-configuration`));
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
    const { issuer, jwks_uri } = await answer.json();
    expect(issuer).toBe(`${siteUrl}/auth/v1`);
    const { session } = await signedInPerson(call);
    expect(decodeJwt(session.access_token).iss).toBe(issuer);
    expect(await (await call(new Request(jwks_uri))).json()).toMatchObject({
      keys: [{ kty: 'EC' }],
    });
  });

  it('includes its own 404 for unknown routes', async () => {
    const answer = await fetch('/auth/v1/scim', { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 404, error_code: 'not_found' });
  });

  const email = 'a@b.example';
  const notRead = (what: string) => `Could not parse request body as JSON: ${what}`;
  for (const [path, body, msg, error_code = 'validation_failed'] of [
    ['/signup', { email: 'no address' }, 'Unable to validate email address: invalid format'],
    [
      '/signup',
      { email: `${'x'.repeat(65)}@people.example` },
      'Unable to validate email address: invalid format',
    ],
    ['/signup', { email: `${'a'.repeat(250)}@b.example` }, 'An email address is too long'],
    ['/otp', {}, 'One of email or phone must be set'],
    ['/recover', {}, 'Password recovery requires an email'],
    ['/recover', { email: '' }, 'Password recovery requires an email'],
    ['/recover', { email: null }, 'Password recovery requires an email'],
    ['/recover', null, 'Password recovery requires an email'],
    ['/verify', { token: '123456', email }, 'Verify requires a verification type'],
    ['/verify', { type: 'new', token_hash: 'x' }, 'Invalid email verification type'],
    ['/verify', { type: 'email' }, 'Verify requires either a token or a token hash'],
    ['/resend', {}, 'Missing one of these types: signup, email_change, sms, phone_change'],
    ['/resend', { type: 'signup' }, 'Type provided requires an email address'],
    // A value of the wrong type fails to decode, whatever rule follows.
    ['/recover', [], notRead('The body must be a JSON object.'), 'bad_json'],
    ['/recover', 'me', notRead('The body must be a JSON object.'), 'bad_json'],
    ['/signup', { email: 5, password: 'x' }, notRead('email must be a string.'), 'bad_json'],
    [
      '/signup',
      { email: 'nobody', password: 5 },
      notRead('password must be a string.'),
      'bad_json',
    ],
    ['/signup', { email, data: [] }, notRead('data must be a JSON object.'), 'bad_json'],
    [
      '/otp',
      { email, create_user: 'no' },
      notRead('create_user must be true or false.'),
      'bad_json',
    ],
  ] as const) {
    it(`says what is wrong with ${path} ${JSON.stringify(body).slice(0, 40)}`, async () => {
      const answer = await fetch(`/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) });
      expect(await answer.json()).toEqual({ code: 400, error_code, msg });
    });
  }

  it('does not treat URL parameters as JSON: an invalid number violates a rule', async () => {
    const asAdmin = { headers: { apikey: testKeys.secretKey } };
    const answer = await (await fetch('/auth/v1/admin/users?page=x', asAdmin)).json();
    expect(answer).toMatchObject({ code: 400, error_code: 'validation_failed' });
    expect(answer.msg).toMatch(/^Bad Pagination Parameters: page/);
  });

  it('includes errors in both formats that clients know', async () => {
    const init = { method: 'POST', body: JSON.stringify({ email: 'a@b.example', password: 'x' }) };
    const old = await fetch('/auth/v1/token?grant_type=password', init);
    expect(await old.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
    const dated = await fetch('/auth/v1/token?grant_type=password', {
      ...init,
      headers: { 'x-supabase-api-version': '2024-01-01' },
    });
    expect(dated.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    for (const { headers } of [old, dated]) {
      expect(headers.get('x-sb-error-code')).toBe('invalid_credentials');
      expect(headers.get('access-control-expose-headers')).toContain('X-Sb-Error-Code');
    }
    expect(await dated.json()).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
  });
});

describe('what belongs to a person', () => {
  const id = '00000000-0000-4000-8000-000000000000';
  it.each([
    ['PUT', '/user'],
    ['POST', '/reauthenticate'],
    ['POST', '/factors'],
    ['POST', `/factors/${id}/challenge`],
    ['POST', `/factors/${id}/verify`],
    ['DELETE', `/factors/${id}`],
    ['POST', '/factors/recovery-codes'],
    ['POST', '/factors/recovery-codes/verify'],
    ['POST', '/passkeys/registration/options'],
    ['POST', '/passkeys/registration/verify'],
    ['PATCH', `/passkeys/${id}`],
  ])('%s %s requires a session, whatever is sent', async (method, path) => {
    for (const body of ['{}', '[]']) {
      const answer = await fetch(`/auth/v1${path}`, { method, body });
      expect(await answer.json()).toEqual({
        code: 401,
        error_code: 'no_authorization',
        msg: 'This endpoint requires a valid Bearer token',
      });
    }
  });
});
