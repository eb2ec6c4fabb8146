import { decodeJwt, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { signToken } from '#test/support/actors.ts';
import { openBrowser, postJson, pressButton, signedInPerson } from '#test/support/people.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { sha256 } from '../../secrets.ts';

const { call, post, database } = await openTestApi();
const send = (path: string, body: unknown) => postJson(call, path, body);

describe('somebody forges an access token', () => {
  const claims = { role: 'authenticated', aud: 'authenticated', session_id: crypto.randomUUID() };

  it('signed with their own key under our key’s id', async () => {
    const { user } = await signedInPerson(call);
    const { privateKey } = await generateKeyPair('ES256');
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: testKeys.jwtKeys[0]?.kid })
      .setSubject(user.id)
      .setExpirationTime('1h')
      .sign(privateKey);
    await expectRefused(token);
  });

  it('with a key embedded in the header', async () => {
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

  it('with the site’s own key, for a nonexistent account and session', async () => {
    const { user, session } = await signedInPerson(call);
    const id = decodeJwt(session?.access_token ?? '').session_id;
    for (const [sub, session_id] of [
      ["' or 1=1 --", id],
      [user?.id, 'x'],
    ]) {
      const token = await signToken({ ...claims, sub, session_id });
      expect((await askWith(token)).status).toBe(403);
    }
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

  it('that was genuine and has expired', async () => {
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
  it('and uses it when its owner is two ahead: the whole family ends', async () => {
    const { browser, session } = await signedInPerson(call);
    await browser.auth.refreshSession();
    await browser.auth.refreshSession();
    await pretendTimePassed(session.refresh_token);
    const thief = await openBrowser(call).auth.refreshSession({
      refresh_token: session.refresh_token,
    });
    expect(thief.error).toMatchObject({ code: 'refresh_token_already_used' });
    expect((await browser.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  it('and continues before its owner does: the owner’s next refresh ends the thief’s session', async () => {
    const { browser, session } = await signedInPerson(call);
    const thief = openBrowser(call);
    await thief.auth.refreshSession({ refresh_token: session.refresh_token });
    await thief.auth.refreshSession();
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
    await thief.auth.refreshSession();
    await pretendTimePassed(own.data.session?.refresh_token ?? '');
    expect((await browser.auth.refreshSession()).error).toMatchObject({
      code: 'refresh_token_already_used',
    });
    expect((await thief.auth.getUser()).error).not.toBeNull();
  });

  it('or reads the database: nothing stored there can be used', async () => {
    const { session } = await signedInPerson(call);
    const { rows } = await database.asService.query<{ token: string }>({
      text: 'select token from auth.refresh_tokens',
    });
    expect(rows.map(({ token }) => token)).not.toContain(session.refresh_token);
    for (const { token } of rows.slice(-3)) {
      const { error } = await openBrowser(call).auth.refreshSession({ refresh_token: token });
      expect(error).toMatchObject({ code: 'refresh_token_not_found' });
    }
  });
});

describe('somebody intercepts a PKCE code', () => {
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

describe('somebody uses the wrong kind of key', () => {
  it('the publishable key where the secret one is required', async () => {
    const { error } = await openBrowser(call).auth.admin.listUsers();
    expect(error).toMatchObject({ status: 403, code: 'not_admin' });
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

  it('no key, an unknown one, or an access token instead', async () => {
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

function askWith(token: string): Promise<Response> {
  return call(
    new Request(`${siteUrl}/auth/v1/user`, {
      headers: { apikey: testKeys.publishableKey, authorization: `Bearer ${token}` },
    }),
  );
}

async function expectRefused(token: string): Promise<{ msg: string }> {
  const answer = await askWith(token);
  expect(answer.status).toBe(403);
  const body = await answer.json();
  expect(body).toMatchObject({ code: 403, error_code: 'bad_jwt' });
  return body;
}

/** As if the token had been replaced some time ago. */
async function pretendTimePassed(refreshToken: string) {
  await database.asService.query({
    text: "update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where token = $1",
    values: [sha256(refreshToken)],
  });
}
