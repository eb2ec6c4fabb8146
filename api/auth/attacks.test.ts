import { generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { openWalker, startOpenIdProvider } from '#test/support/openid-provider.ts';
import {
  goodPassword,
  newEmail,
  openBrowser,
  pressButton,
  randomAddress,
  signedInPerson,
} from '#test/support/people.ts';
import { openTestApi, siteUrl } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { sha256 } from './secrets.ts';

const openId = await startOpenIdProvider(`${siteUrl}/auth/v1/callback`);
const { call, post, database, bugs } = await openTestApi({
  auth: {
    providers: { google: openId.settings },
    settings: { redirectUrls: ['https://preview-*.site.test/**', 'myapp://back'] },
  },
});
const withoutAddress = await openTestApi({
  auth: { settings: { siteUrl: undefined, localUrl: 'http://127.0.0.1:3000' } },
});
afterAll(openId.stop);

describe('somebody forges an access token', () => {
  const claims = { role: 'authenticated', aud: 'authenticated', session_id: crypto.randomUUID() };

  it('signed by a key of their own, under our key’s id', async () => {
    const { user } = await signedInPerson(call);
    const { privateKey } = await generateKeyPair('ES256');
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: testKeys.jwtKeys[0]?.kid })
      .setSubject(user.id)
      .setExpirationTime('1h')
      .sign(privateKey);
    await expectRefused(token);
  });

  it('with a key that travels in the header', async () => {
    const { user } = await signedInPerson(call);
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await crypto.subtle.exportKey('jwk', publicKey);
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', jwk })
      .setSubject(user.id)
      .setExpirationTime('1h')
      .sign(privateKey);
    await expectRefused(token);
  });

  it('with alg none', async () => {
    const { user } = await signedInPerson(call);
    await expectRefused(
      new UnsecuredJWT(claims).setSubject(user.id).setExpirationTime('1h').encode(),
    );
  });

  it('with the public key as an HMAC secret', async () => {
    const { user } = await signedInPerson(call);
    const { x = '' } = testKeys.jwtKeys[0] ?? {};
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: testKeys.jwtKeys[0]?.kid })
      .setSubject(user.id)
      .setExpirationTime('1h')
      .sign(Buffer.from(x.repeat(2)));
    await expectRefused(token);
  });

  it('that was real and has expired', async () => {
    const { user, session } = await signedInPerson(call);
    const { session_id } = JSON.parse(atob(session.access_token.split('.')[1] ?? ''));
    const [jwk] = testKeys.jwtKeys;
    if (!jwk) throw new Error('There is no key.');
    const token = await new SignJWT({ ...claims, session_id })
      .setProtectedHeader({ alg: 'ES256', kid: jwk.kid })
      .setSubject(user.id)
      .setExpirationTime(Math.floor(Date.now() / 1_000) - 1)
      .sign(await importJWK(jwk, 'ES256'));
    const answer = await expectRefused(token);
    expect(answer.msg).toContain('token is expired');
  });
});

describe('somebody steals a refresh token', () => {
  it('and uses it after its owner: the whole family ends', async () => {
    const { browser, session } = await signedInPerson(call);
    await browser.auth.refreshSession();
    await pretendTimePassed(session.refresh_token);
    const thief = await openBrowser(call).auth.refreshSession({
      refresh_token: session.refresh_token,
    });
    expect(thief.error).toMatchObject({ code: 'refresh_token_already_used' });
    expect((await browser.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  it('and uses it before its owner: the owner’s next refresh ends the thief', async () => {
    const { browser, session } = await signedInPerson(call);
    const thief = openBrowser(call);
    await thief.auth.refreshSession({ refresh_token: session.refresh_token });
    await pretendTimePassed(session.refresh_token);
    expect((await browser.auth.refreshSession()).error).toMatchObject({
      code: 'refresh_token_already_used',
    });
    expect((await thief.auth.refreshSession()).error).toMatchObject({
      code: 'refresh_token_not_found',
    });
  });

  it('and uses it within the ten seconds: that starts no second chain', async () => {
    const { browser, session } = await signedInPerson(call);
    const own = await browser.auth.refreshSession();
    const thief = openBrowser(call);
    const stolen = await thief.auth.refreshSession({ refresh_token: session.refresh_token });
    expect(stolen.data.session?.refresh_token).toBe(own.data.session?.refresh_token);
    await thief.auth.refreshSession();
    await pretendTimePassed(own.data.session?.refresh_token ?? '');
    expect((await browser.auth.refreshSession()).error).toMatchObject({
      code: 'refresh_token_already_used',
    });
    expect((await thief.auth.getUser()).error).not.toBeNull();
  });

  it('or reads the database: what stands there opens nothing', async () => {
    const { session } = await signedInPerson(call);
    const { rows } = await database.query<{ token: string }>({
      text: 'select token from auth.refresh_tokens',
    });
    expect(rows.map(({ token }) => token)).not.toContain(session.refresh_token);
    for (const { token } of rows.slice(-3)) {
      const { error } = await openBrowser(call).auth.refreshSession({ refresh_token: token });
      expect(error).toMatchObject({ code: 'refresh_token_not_found' });
    }
  });
});

describe('somebody catches a PKCE code on its way', () => {
  async function caughtCode() {
    const { email } = await signedInPerson(call);
    const browser = openBrowser(call, { flowType: 'pkce' });
    await browser.auth.signInWithOtp({ email });
    const target = await pressButton(call, (await post.newestTo(email)).link);
    return { browser, auth_code: target.searchParams.get('code') ?? '' };
  }

  it('and has no verifier, an empty one or a wrong one', async () => {
    const { browser, auth_code } = await caughtCode();
    for (const [code_verifier, status] of [
      [undefined, 400],
      ['', 400],
      ['x'.repeat(56), 400],
    ] as const) {
      const answer = await send('/token?grant_type=pkce', { auth_code, code_verifier });
      expect(answer.status).toBe(status);
    }
    expect((await browser.auth.exchangeCodeForSession(auth_code)).error).toBeNull();
  });

  it('and uses it after the right browser did', async () => {
    const { browser, auth_code } = await caughtCode();
    await browser.auth.exchangeCodeForSession(auth_code);
    const answer = await send('/token?grant_type=pkce', {
      auth_code,
      code_verifier: 'x'.repeat(56),
    });
    expect(answer.status).toBe(404);
  });
});

describe('somebody guesses codes', () => {
  it('from many addresses: after five wrong ones even the right one is dead', async () => {
    const { email } = await signedInPerson(call);
    await send('/recover', { email });
    const { code } = await post.newestTo(email);
    const wrong = code === '111111' ? '222222' : '111111';
    for (let tried = 0; tried < 5; tried += 1) {
      const answer = await send('/verify', { type: 'recovery', email, token: wrong });
      expect(answer.status).toBe(403);
    }
    const answer = await send('/verify', { type: 'recovery', email, token: code });
    expect(answer.status).toBe(403);
  });

  it('a hundred at the same moment: five count', async () => {
    const { email } = await signedInPerson(call);
    await send('/recover', { email });
    await post.newestTo(email);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send('/verify', { type: 'recovery', email, token: String(index).padStart(6, '0') }),
      ),
    );
    const { rows } = await database.query<{ attempts: number }>({
      text: "select attempts from auth.one_time_tokens where relates_to = $1 and token_type = 'recovery_token'",
      values: [email],
    });
    expect(rows.every(({ attempts }) => attempts === 5)).toBe(true);
  });

  it('of a second factor, a challenge at a time: each further one waits longer', async () => {
    const { browser } = await signedInPerson(call);
    const { data } = await browser.auth.mfa.enroll({ factorType: 'totp' });
    const factorId = data?.id ?? '';
    const statuses = [];
    for (let tried = 0; tried < 13; tried += 1) {
      const { error } = await browser.auth.mfa.challengeAndVerify({ factorId, code: '000000' });
      statuses.push(error?.status);
    }
    expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(11);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('somebody wants people sent elsewhere', () => {
  for (const wanted of [
    'https://evil.example',
    '//evil.example',
    'http://site.test.evil.example',
    'http://site.test@evil.example',
    'http://evil.example\\@site.test',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://preview-1.evil.example/x',
    'https://preview-a.b.site.test/x',
    'https://preview-1.site.test.evil.example/',
    'myapp://back/../evil',
  ]) {
    it(`by redirect_to=${wanted}`, async () => {
      const { email } = await signedInPerson(call);
      await send(`/otp?redirect_to=${encodeURIComponent(wanted)}`, { email });
      const { link } = await post.newestTo(email);
      expect(new URL(link).searchParams.get('redirect_to')).toBe(siteUrl);
      const changed = new URL(link);
      changed.searchParams.set('redirect_to', wanted);
      const target = await pressButton(call, changed.href);
      expect(target.origin).toBe(siteUrl);
    });
  }

  it('while addresses on the list work', async () => {
    const { email } = await signedInPerson(call);
    for (const wanted of ['https://preview-7.site.test/a/b?c=1', 'myapp://back', '/welcome']) {
      await send(`/otp?redirect_to=${encodeURIComponent(wanted)}`, { email });
      const { link } = await post.newestTo(email);
      const kept = new URL(link).searchParams.get('redirect_to') ?? '';
      expect(kept).toBe(new URL(wanted, siteUrl).href);
    }
  });

  it('by a Host header of their own: the link in the mail still names the site', async () => {
    const { email } = await signedInPerson(withoutAddress.call, { url: 'http://127.0.0.1:3000' });
    await withoutAddress.call(
      new Request('http://evil.example/auth/v1/recover', {
        method: 'POST',
        headers: { apikey: testKeys.publishableKey },
        body: JSON.stringify({ email }),
      }),
    );
    const { link, html } = await withoutAddress.post.newestTo(email);
    expect(new URL(link).origin).toBe('http://127.0.0.1:3000');
    expect(html).not.toContain('evil.example');
  });
});

describe('a mail scanner fetches every link', () => {
  it('by GET and HEAD, ten times: the link still works for the person, once', async () => {
    const { email } = await signedInPerson(call);
    await send('/recover', { email });
    const { link } = await post.newestTo(email);
    for (let fetched = 0; fetched < 10; fetched += 1) {
      const answer = await call(new Request(link, { method: fetched % 2 ? 'GET' : 'HEAD' }));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('location')).toBeNull();
    }
    expect((await pressButton(call, link)).hash).toContain('access_token=');
    expect((await pressButton(call, link)).hash).toContain('otp_expired');
  });

  it('and shows a page that nobody can frame, whatever stands in its address', async () => {
    const { email } = await signedInPerson(call);
    await send('/recover', { email });
    const { link } = await post.newestTo(email);
    const address = `${link}&redirect_to=${encodeURIComponent('/"><script>alert(1)</script>')}`;
    const answer = await call(new Request(address));
    expect(await answer.text()).not.toContain('<script>');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });
});

describe('somebody sends a provider’s answer to another person', () => {
  it('to sign them in to an account that is not theirs: the browser did not set out', async () => {
    const mallory = openId.addPerson();
    const browser = openBrowser(call);
    const { data } = await browser.auth.signInWithOAuth({
      provider: 'google',
      options: { queryParams: { login_hint: mallory.sub } },
    });
    const walker = openWalker(stopAtCallback, siteUrl);
    const caught = await walker.walk(data.url ?? '');
    const victim = openWalker(call, siteUrl);
    const target = await victim.walk(`${siteUrl}/auth/v1/callback${caught.search}`);
    expect(target.hash).not.toContain('access_token');
    expect(target.hash).toContain('bad_oauth_state');
  });

  it('to link the victim’s identity to their own account: the verifier is missing', async () => {
    const mallory = await signedInPerson(call, { flowType: 'pkce' });
    const victim = openId.addPerson();
    const { data } = await mallory.browser.auth.linkIdentity({
      provider: 'google',
      options: { queryParams: { login_hint: victim.sub } },
    });
    // The victim follows the address that Mallory sent, and the provider lets them through.
    const target = await openWalker(call, siteUrl).walk(data.url ?? '');
    expect(target.searchParams.get('code')).toBeTruthy();
    const { data: identities } = await mallory.browser.auth.getUserIdentities();
    expect(identities?.identities.map(({ provider }) => provider)).toEqual(['email']);
  });

  it('or brings one answer twice', async () => {
    const person = openId.addPerson();
    const browser = openBrowser(call, { flowType: 'pkce' });
    const { data } = await browser.auth.signInWithOAuth({
      provider: 'google',
      options: { queryParams: { login_hint: person.sub } },
    });
    const caught = await openWalker(stopAtCallback, siteUrl).walk(data.url ?? '');
    const callback = `${siteUrl}/auth/v1/callback${caught.search}`;
    const first = await openWalker(call, siteUrl).walk(callback);
    expect(first.searchParams.get('code')).toBeTruthy();
    const second = await openWalker(call, siteUrl).walk(callback);
    expect(second.hash).toContain('bad_oauth_state');
  });
});

describe('somebody sends what no client would', () => {
  const bodies = [
    ['/signup', { email: ['a@b.example'], password: goodPassword }],
    ['/signup', { email: { $gt: '' }, password: goodPassword }],
    ['/signup', { email: 'a@b.example', password: 12345678 }],
    ['/signup', { email: 'a@b.example', password: { length: 99 } }],
    ['/signup', { email: 'a@b.example', password: goodPassword, data: 'text' }],
    ['/signup', { email: 'a@b.example', password: goodPassword, data: { x: 'y'.repeat(9_000) } }],
    ['/token?grant_type=password', { email: 'a@b.example', password: null }],
    ['/token?grant_type=password', [1, 2, 3]],
    ['/token?grant_type=password', null],
    ['/token?grant_type=refresh_token', { refresh_token: 1 }],
    ['/token?grant_type=pkce', { auth_code: {}, code_verifier: [] }],
    ['/token?grant_type=id_token', { provider: 'google', id_token: true }],
    ['/token?grant_type=__proto__', {}],
    ['/token', {}],
    ['/verify', { type: 'admin', token: '123456', email: 'a@b.example' }],
    ['/verify', { type: 'email', token: 123456, email: 'a@b.example' }],
    ['/verify', { type: 'email', token_hash: ['x'] }],
    ['/otp', { email: true }],
    ['/recover', { email: 'not an address' }],
    ['/recover', { email: 'a@b.example', code_challenge: 'x'.repeat(43) }],
    ['/resend', { type: 'recovery', email: 'a@b.example' }],
  ] as const;
  for (const [path, body] of bodies) {
    it(`${path} ${JSON.stringify(body).slice(0, 60)}`, async () => {
      const answer = await send(path, body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error_code: 'validation_failed' });
    });
  }

  it('no JSON at all, or no text where text belongs', async () => {
    const answer = await sendText('/signup', '{"email":');
    expect(await answer.json()).toMatchObject({ code: 400, error_code: 'bad_json' });
    for (const data of [{ a: '\u0000' }, { '\u0000': 1 }, { a: ['\ud800'] }]) {
      const odd = await send('/signup', { email: newEmail(), password: goodPassword, data });
      expect(odd.status).toBe(400);
    }
  });

  it('a password of a megabyte: refused before any work is done', async () => {
    const started = performance.now();
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
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('and none of it was a surprise', () => {
    expect(bugs).toEqual([]);
  });
});

describe('somebody uses a key of the wrong kind', () => {
  it('the publishable key where the secret one belongs', async () => {
    const { error } = await openBrowser(call).auth.admin.listUsers();
    expect(error).toMatchObject({ status: 401, code: 'no_authorization' });
  });

  it('a secret key as a bearer token beside the publishable one', async () => {
    const answer = await call(
      new Request(`${siteUrl}/auth/v1/admin/users`, {
        headers: {
          apikey: testKeys.publishableKey,
          authorization: `Bearer ${testKeys.secretKey}`,
        },
      }),
    );
    expect(answer.status).toBe(403);
  });

  it('no key, an unknown one, or an access token in its place', async () => {
    const { session } = await signedInPerson(call);
    for (const apikey of ['', 'sb_publishable_guess', session.access_token]) {
      const answer = await call(
        new Request(`${siteUrl}/auth/v1/user`, {
          headers: { apikey, authorization: `Bearer ${session.access_token}` },
        }),
      );
      expect(answer.status).toBe(401);
    }
  });

  it('the secret key with a person’s token acts as that person, not as an administrator', async () => {
    const { session } = await signedInPerson(call);
    const answer = await call(
      new Request(`${siteUrl}/auth/v1/admin/users`, {
        headers: {
          apikey: testKeys.secretKey,
          authorization: `Bearer ${session.access_token}`,
        },
      }),
    );
    expect(answer.status).toBe(403);
  });
});

describe('one person reaches for what is another’s', () => {
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

  it('challenge: an own factor does not answer it', async () => {
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
    expect(error).toMatchObject({ code: 'mfa_challenge_expired' });
  });

  it('identity: it does not exist for them', async () => {
    const owner = await signedInPerson(call);
    const stranger = await signedInPerson(call);
    const [identity] = owner.user.identities ?? [];
    if (!identity) throw new Error('The identity is missing.');
    const { error } = await stranger.browser.auth.unlinkIdentity(identity);
    expect(error).toMatchObject({ code: 'identity_not_found' });
    const { data } = await owner.browser.auth.getUserIdentities();
    expect(data?.identities).toHaveLength(1);
  });

  it('session: it does not exist for them, and their sign-out ends only their own', async () => {
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

  it('code: one’s own does not reset another’s password', async () => {
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

async function expectRefused(token: string): Promise<{ msg: string }> {
  const answer = await call(
    new Request(`${siteUrl}/auth/v1/user`, {
      headers: { apikey: testKeys.publishableKey, authorization: `Bearer ${token}` },
    }),
  );
  expect(answer.status).toBe(403);
  const body = await answer.json();
  expect(body).toMatchObject({ code: 403, error_code: 'bad_jwt' });
  return body;
}

function send(path: string, body: unknown): Promise<Response> {
  return sendText(path, JSON.stringify(body));
}

function sendText(path: string, body: string): Promise<Response> {
  return call(
    new Request(`${siteUrl}/auth/v1${path}`, {
      method: 'POST',
      headers: { apikey: testKeys.publishableKey, 'x-client-address': randomAddress() },
      body,
    }),
  );
}

/** As if the token had been replaced a while ago. */
async function pretendTimePassed(refreshToken: string) {
  await database.query({
    text: "update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where token = $1",
    values: [sha256(refreshToken)],
  });
}

/** Lets a walker end where the provider sends it, before the site sees the answer. */
async function stopAtCallback(request: Request): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname !== '/auth/v1/callback') return call(request);
  return new Response(null, { status: 302, headers: { location: `/caught${url.search}` } });
}
