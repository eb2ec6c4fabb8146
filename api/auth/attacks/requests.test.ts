import { describe, expect, it } from 'vitest';
import {
  goodPassword,
  newEmail,
  openBrowser,
  postJson,
  postText,
  signedInPerson,
} from '#test/support/people.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const { call, post, bugs } = await openTestApi();
const send = (path: string, body: unknown) => postJson(call, path, body);

describe('somebody sends what no client would send', () => {
  const ofOtherTypes = [
    ['/signup', { email: ['a@b.example'], password: goodPassword }],
    ['/signup', { email: { $gt: '' }, password: goodPassword }],
    ['/signup', { email: 'a@b.example', password: 12345678 }],
    ['/signup', { email: 'a@b.example', password: { length: 99 } }],
    ['/signup', { email: 'a@b.example', password: goodPassword, data: 'text' }],
    ['/token?grant_type=password', [1, 2, 3]],
    ['/token?grant_type=refresh_token', { refresh_token: 1 }],
    ['/token?grant_type=pkce', { auth_code: {}, code_verifier: [] }],
    ['/token?grant_type=id_token', { provider: 'google', id_token: true }],
    ['/verify', { type: ['email'], token: '123456', email: 'a@b.example' }],
    ['/verify', { type: 'email', token: 123456, email: 'a@b.example' }],
    ['/resend', { type: 5, email: 'a@b.example' }],
    ['/verify', { type: 'email', token_hash: ['x'] }],
    ['/otp', { email: true }],
  ] as const;
  const refused = [
    ['/signup', { email: 'a@b.example', password: goodPassword, data: { x: 'y'.repeat(9_000) } }],
    ['/token?grant_type=password', null],
    ['/verify', { type: 'admin', token_hash: 'x' }],
    ['/recover', { email: 'not an address' }],
    ['/recover', { email: 'a@b.example', code_challenge: 'x'.repeat(43) }],
    ['/resend', { type: 'recovery', email: 'a@b.example' }],
  ] as const;
  const bodies = [
    ...ofOtherTypes.map((each) => [...each, 'bad_json'] as const),
    ...refused.map((each) => [...each, 'validation_failed'] as const),
  ];
  for (const [path, body, error_code] of bodies) {
    it(`${path} ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const answer = await send(path, body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error_code });
    });
  }

  it('invalid JSON, or something else where text is expected', async () => {
    const answer = await postText(call, '/signup', '{"email":');
    expect(await answer.json()).toMatchObject({ code: 400, error_code: 'bad_json' });
    for (const data of [{ a: '\u0000' }, { '\u0000': 1 }, { a: ['\ud800'] }]) {
      const odd = await send('/signup', { email: newEmail(), password: goodPassword, data });
      expect(odd.status).toBe(400);
    }
  });

  it('metadata with few characters and many bytes: their token would fit into no header', async () => {
    const person = { email: newEmail(), password: goodPassword };
    const answer = await send('/signup', { ...person, data: { full_name: '字'.repeat(4_000) } });
    expect(await answer.json()).toMatchObject({ code: 400, error_code: 'validation_failed' });
  });

  it('a password of a megabyte: refused before it is hashed', async () => {
    const huge = await send('/token?grant_type=password', {
      email: 'a@b.example',
      password: 'x'.repeat(1_000_000),
    });
    expect(huge.status).toBe(400);
    const larger = await send('/signup', {
      email: 'a@b.example',
      password: 'x'.repeat(1_100_000),
    });
    expect(larger.status).toBe(413);
    expect(await larger.json()).toMatchObject({ error_code: 'request_entity_too_large' });
  });

  it('and nothing caused an unexpected error', () => {
    expect(bugs).toEqual([]);
  });
});

describe('somebody tries to reach another person’s data', () => {
  it('factor: it does not exist for them', async () => {
    const owner = await signedInPerson(call);
    const { data } = await owner.browser.auth.mfa.enroll({ factorType: 'totp' });
    const factorId = data?.id ?? '';
    const stranger = await signedInPerson(call);
    const challenge = await owner.browser.auth.mfa.challenge({ factorId });
    for (const { error } of [
      await stranger.browser.auth.mfa.challenge({ factorId }),
      await stranger.browser.auth.mfa.verify({
        factorId,
        challengeId: challenge.data?.id ?? '',
        code: '123456',
      }),
      await stranger.browser.auth.mfa.unenroll({ factorId }),
    ]) {
      expect(error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
    }
    expect((await owner.browser.auth.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  it('challenge: their own factor does not answer it', async () => {
    const owner = await signedInPerson(call);
    const stranger = await signedInPerson(call);
    const theirs = await owner.browser.auth.mfa.enroll({ factorType: 'totp' });
    const own = await stranger.browser.auth.mfa.enroll({ factorType: 'totp' });
    const challenge = await owner.browser.auth.mfa.challenge({ factorId: theirs.data?.id ?? '' });
    const { error } = await stranger.browser.auth.mfa.verify({
      factorId: own.data?.id ?? '',
      challengeId: challenge.data?.id ?? '',
      code: '123456',
    });
    expect(error).toMatchObject({ code: 'mfa_factor_not_found' });
  });

  it('identity: it does not exist for them', async () => {
    const owner = await signedInPerson(call);
    const stranger = await signedInPerson(call);
    const { admin } = openBrowser(call, { key: testKeys.secretKey }).auth;
    await admin.updateUserById(stranger.user.id, { phone: '+15551230166' });
    const [identity] = owner.user.identities ?? [];
    if (!identity) throw new Error('The identity is missing.');
    const { error } = await stranger.browser.auth.unlinkIdentity(identity);
    expect(error).toMatchObject({ code: 'identity_not_found' });
    const { data } = await owner.browser.auth.getUserIdentities();
    expect(data?.identities).toHaveLength(1);
  });

  it('session: it does not exist for them, and signing out only ends their own', async () => {
    const owner = await signedInPerson(call);
    const stranger = await signedInPerson(call);
    const { session_id } = JSON.parse(atob(owner.session.access_token.split('.')[1] ?? ''));
    const answer = await call(
      new Request(`${siteUrl}/auth/v1/user/sessions/${session_id}`, {
        method: 'DELETE',
        headers: {
          apikey: testKeys.publishableKey,
          authorization: `Bearer ${stranger.session.access_token}`,
        },
      }),
    );
    expect(answer.status).toBe(403);
    await stranger.browser.auth.signOut({ scope: 'global' });
    expect((await owner.browser.auth.getUser()).error).toBeNull();
  });

  it('code: their own does not reset another person’s password', async () => {
    const owner = await signedInPerson(call);
    const stranger = await signedInPerson(call);
    await send('/recover', { email: owner.email });
    await send('/recover', { email: stranger.email });
    const { code } = await post.newestTo(stranger.email);
    const others = await post.newestTo(owner.email);
    const answer = await send('/verify', { type: 'recovery', email: owner.email, token: code });
    if (code !== others.code) expect(answer.status).toBe(403);
  });
});
