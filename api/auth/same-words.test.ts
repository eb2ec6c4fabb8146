import { describe, expect, it } from 'vitest';
import {
  goodPassword,
  newEmail,
  openBrowser,
  postJson,
  signedInPerson,
} from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

// Statuses, codes and messages that programs written for Supabase Auth compare with.
const { call, fetch, bugs } = await openTestApi({ auth: { settings: { isAnonymousOpen: true } } });
const phones = await openTestApi({ auth: { settings: { isPhoneOpen: true } } });
const admin = openBrowser(call, { key: testKeys.secretKey }).auth.admin;
const asAdmin = { apikey: testKeys.secretKey };

/** Status, code and message, as Supabase Auth answers. */
async function told(answer: Response) {
  const { error_code, msg } = await answer.json();
  return [answer.status, error_code, msg];
}

describe('without a session', () => {
  const phone = '15551230199';
  const cases = [
    [
      '/verify',
      { type: 'email', token_hash: 'x' },
      403,
      'otp_expired',
      'Email link is invalid or has expired',
    ],
    [
      '/verify',
      { type: 'banana', token_hash: 'x' },
      400,
      'validation_failed',
      'Invalid email verification type',
    ],
    [
      '/verify',
      { type: 'banana', token: '123456', email: 'a@b.example' },
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ],
    [
      '/verify',
      { token: '123456', email: 'a@b.example' },
      400,
      'validation_failed',
      'Verify requires a verification type',
    ],
    [
      '/verify',
      { type: 'email', token: '123456', email: 'nobody' },
      422,
      'validation_failed',
      'Invalid email format',
    ],
    ['/token?grant_type=refresh_token', {}, 400, 'validation_failed', 'refresh_token required'],
    [
      '/token?grant_type=pkce',
      { auth_code: 'x' },
      400,
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    ],
    [
      '/token?grant_type=password',
      { phone, password: 'x' },
      422,
      'phone_provider_disabled',
      'Phone logins are disabled',
    ],
    ['/otp', { phone }, 400, 'phone_provider_disabled', 'Unsupported phone provider'],
    ['/token?grant_type=id_token', {}, 400, 'validation_failed', 'id_token required'],
    [
      '/token?grant_type=id_token',
      { id_token: 'x' },
      400,
      'validation_failed',
      'provider or client_id and issuer required',
    ],
    [
      '/token?grant_type=id_token',
      { provider: 'google', id_token: 'x' },
      400,
      'provider_disabled',
      'Provider (issuer "https://accounts.google.com") is not enabled',
    ],
    [
      '/token?grant_type=id_token',
      { provider: 'apple', id_token: 'x' },
      400,
      'provider_disabled',
      'Provider (issuer "https://appleid.apple.com") is not enabled',
    ],
    [
      '/token?grant_type=id_token',
      { provider: '__proto__', id_token: 'x' },
      400,
      'validation_failed',
      'Custom OIDC provider "__proto__" not allowed',
    ],
  ] as const;
  for (const [path, body, ...expected] of cases) {
    it(`${path} ${JSON.stringify(body)}`, async () => {
      expect(await told(await postJson(call, path, body))).toEqual(expected);
    });
  }
});

describe('how a code is sent, and to whom', () => {
  const email = 'a@b.example';
  const channels =
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.";
  const challenge = 'x'.repeat(43);
  const cases = [
    ['/resend', { type: 'email_change' }, 'Missing email address or phone number'],
    ['/resend', { type: 'phone_change' }, 'Missing email address or phone number'],
    ['/resend', { type: 'sms' }, 'Type provided requires a phone number'],
    ['/otp', { email, channel: 'sms' }, 'Channel should only be specified with Phone OTP'],
    ['/otp', { phone: '15551230188', channel: 'pigeon' }, channels],
    ['/otp', { phone: '15551230188', channel: 'whatsapp' }, channels],
    ['/otp', { email, channel: 'pigeon' }, 'Channel should only be specified with Phone OTP'],
    ['/signup', { phone: '15551230188', password: goodPassword, channel: 'whatsapp' }, channels],
    [
      '/signup',
      {
        phone: '15551230188',
        password: goodPassword,
        code_challenge: challenge,
        code_challenge_method: 's256',
      },
      'PKCE not supported for phone signups',
    ],
    [
      '/otp',
      { email, code_challenge: '!'.repeat(43), code_challenge_method: 's256' },
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    ],
    [
      '/otp',
      { email, code_challenge: challenge, code_challenge_method: 's512' },
      'Invalid code_challenge_method',
    ],
  ] as const;
  for (const [path, body, words] of cases) {
    it(`${path} ${JSON.stringify(body)}`, async () => {
      expect(await told(await postJson(phones.call, path, body))).toEqual([
        400,
        'validation_failed',
        words,
      ]);
    });
  }

  it('a password for what is no phone number', async () => {
    const path = '/token?grant_type=password';
    for (const phone of ['+34123', '1-555-555-1212', 'nobody']) {
      const answer = await postJson(phones.call, path, { phone, password: goodPassword });
      const expected = [400, 'invalid_credentials', 'Invalid login credentials'];
      expect([phone, ...(await told(answer))]).toEqual([phone, ...expected]);
    }
  });

  it('a new number that only another service would reach', async () => {
    const { session } = await signedInPerson(phones.call);
    const change = async (body: object) =>
      phones.fetch('/auth/v1/user', {
        method: 'PUT',
        headers: { authorization: `Bearer ${session.access_token}` },
        body: JSON.stringify(body),
      });
    const answer = await change({ phone: '15551230186', channel: 'whatsapp' });
    expect(await told(answer)).toEqual([400, 'validation_failed', channels]);
    expect((await change({ data: { a: 1 }, channel: 'whatsapp' })).status).toBe(200);
  });

  it('a channel is ignored if the address is an email', async () => {
    const body = { email: newEmail(), password: goodPassword, channel: 'pigeon' };
    expect((await postJson(phones.call, '/signup', body)).status).toBe(200);
  });
});

describe('with the secret key', () => {
  const email = 'a@b.example';
  const post = async (path: string, body: object) =>
    told(
      await fetch(`/auth/v1${path}`, {
        method: 'POST',
        headers: asAdmin,
        body: JSON.stringify(body),
      }),
    );

  it('a link of an unknown type, or without the address it needs', async () => {
    const needed = [400, 'validation_failed', 'An email address is required'];
    expect(await post('/admin/generate_link', { type: 'banana', email })).toEqual([
      400,
      'validation_failed',
      'Invalid email action link type requested: banana',
    ]);
    expect(await post('/admin/generate_link', { type: 'signup', password: goodPassword })).toEqual(
      needed,
    );
    expect(await post('/invite', {})).toEqual(needed);
    const { email: known } = await signedInPerson(call);
    expect(await post('/admin/generate_link', { type: 'email_change_new', email: known })).toEqual(
      needed,
    );
  });

  it('a number that is taken, and a factor with an invalid id', async () => {
    const phone = '+15551230187';
    await admin.createUser({ phone });
    expect((await admin.createUser({ phone })).error).toMatchObject({
      status: 422,
      code: 'phone_exists',
      message: 'Phone number already registered by another user',
    });
    const { user } = await signedInPerson(call);
    for (const method of ['PUT', 'DELETE']) {
      const path = `/auth/v1/admin/users/${user.id}/factors/first`;
      const answer = await fetch(path, { method, headers: asAdmin, body: '{}' });
      expect(await told(answer)).toEqual([404, 'validation_failed', 'factor_id must be an UUID']);
    }
  });

  it('a ban without a duration', async () => {
    const { user } = await signedInPerson(call);
    const ban = (ban_duration: string) => admin.updateUserById(user.id, { ban_duration });
    for (const wrong of ['a while', '1', '24 h', '1d', 'h', '-']) {
      expect((await ban(wrong)).error).toMatchObject({
        status: 400,
        code: 'validation_failed',
        message: expect.stringMatching(/^invalid format for ban duration: time: /),
      });
    }
    // With a pattern that backtracks, this would block the process for a quarter of a minute.
    const begun = performance.now();
    expect((await ban('1'.repeat(100_000))).error).toMatchObject({ status: 400 });
    expect(performance.now() - begun).toBeLessThan(5_000);
    for (const right of ['1.5h', '.5h', '1h30m', '5us', '300ns', '+1h', '-1h', '0']) {
      expect((await ban(right)).error).toBeNull();
    }
    expect((await admin.getUserById(user.id)).data.user).not.toHaveProperty('banned_until');
  });

  it('a link’s redirect address is readable', async () => {
    const link = async (redirectTo: string) => {
      const { data } = await admin.generateLink({
        type: 'magiclink',
        email: newEmail(),
        options: { redirectTo },
      });
      return data.properties?.action_link ?? '';
    };
    expect(await link('http://site.test/welcome')).toMatch(
      /&redirect_to=http:\/\/site\.test\/welcome$/,
    );
    for (const odd of [
      'http://site.test/welcome?a=1&b=2#c',
      'http://site.test/welcome?tab=a+b',
      'http://site.test/100%25?next=%2Fjobs',
    ]) {
      expect(new URL(await link(odd)).searchParams.get('redirect_to')).toBe(odd);
    }
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
