import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { createApi } from '#api/api.ts';
import { forgeAttestation } from '#test/support/forged-attestation.ts';
import { goodPassword, openBrowser, pressButton, signedInPerson } from '#test/support/people.ts';
import { addApp, levels } from '#test/support/second-factor.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';
import { type Attest, createPasskey } from '#test/support/virtual-passkey.ts';

const { call, database, post, fetch, dependencies } = await openTestApi({
  auth: { settings: { isAnonymousOpen: true } },
});
const required = await openTestApi({ auth: { settings: { confirmation: 'required' } } });
const admin = openBrowser(call, { key: testKeys.secretKey }).auth.admin;

type Browser = ReturnType<typeof openBrowser>;
type Key = ReturnType<typeof createPasskey>;

describe('a passkey', () => {
  it('is added, signs in alone at the first level, is named, listed and removed', async () => {
    const { browser, key, user, email } = await personWithPasskey();
    expect((await post.newestTo(email)).subject).toContain('A passkey was added');
    const next = openBrowser(call);
    const { data, error } = await signIn(next, key);
    expect(error).toBeNull();
    expect(data?.user?.id).toBe(user.id);
    expect(decodeJwt(data?.session?.access_token ?? '')).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'passkey' }],
    });
    const [listed] = (await next.auth.passkey.list()).data ?? [];
    expect(listed).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      last_used_at: expect.any(String),
    });
    const passkeyId = listed?.id ?? '';
    const named = await browser.auth.passkey.update({ passkeyId, friendlyName: 'Laptop' });
    expect(named.data).toMatchObject({ id: passkeyId, friendly_name: 'Laptop' });
    expect((await browser.auth.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await browser.auth.passkey.list()).data).toEqual([]);
    expect((await signIn(next, key)).error).toMatchObject({ code: 'webauthn_verification_failed' });
    expect((await post.newestTo(email)).subject).toContain('A passkey was removed');
  });

  it('does not replace the second factor of somebody who has one', async () => {
    const { browser, key } = await personWithPasskey();
    await addApp(browser);
    const next = openBrowser(call);
    expect((await signIn(next, key)).error).toBeNull();
    expect(await levels(next)).toEqual(['aal1', 'aal2']);
    const passkeyId = (await browser.auth.passkey.list()).data?.[0]?.id ?? '';
    const half = { status: 403, code: 'insufficient_aal' };
    for (const { error } of [
      await next.auth.passkey.list(),
      await next.auth.passkey.startRegistration(),
      await next.auth.passkey.update({ passkeyId, friendlyName: 'Mine' }),
      await next.auth.passkey.delete({ passkeyId }),
    ]) {
      expect(error).toMatchObject(half);
    }
  });

  it('that was offered before the second factor is not added without it', async () => {
    const { browser, email, user } = await signedInPerson(call);
    const half = openBrowser(call);
    await half.auth.signInWithPassword({ email, password: goodPassword });
    const offered = await browser.auth.passkey.startRegistration();
    // Only of this session: the first verified factor ends the other ones.
    await addApp(browser);
    await half.auth.signInWithPassword({ email, password: goodPassword });
    const { error } = await half.auth.passkey.verifyRegistration({
      challengeId: offered.data?.challenge_id ?? '',
      credential: keyOf(user.id)
        .create(offered.data?.options.challenge ?? '')
        .toJSON() as never,
    });
    expect(error).toMatchObject({ code: 'insufficient_aal' });
  });

  it('is answered once, within five minutes, on this site, by an identified person', async () => {
    const { key, user } = await personWithPasskey();
    const browser = openBrowser(call);
    const { data } = await browser.auth.passkey.startAuthentication();
    const challengeId = data?.challenge_id ?? '';
    const credential = key.get(data?.options.challenge ?? '').toJSON() as never;
    const answer = { challengeId, credential };
    expect((await browser.auth.passkey.verifyAuthentication(answer)).error).toBeNull();
    expect((await browser.auth.passkey.verifyAuthentication(answer)).error).toMatchObject({
      status: 400,
      code: 'webauthn_challenge_not_found',
    });

    const late = await browser.auth.passkey.startAuthentication();
    await database.asService.query({
      text: 'update auth.webauthn_challenges set expires_at = now() where id = $1',
      values: [late.data?.challenge_id],
    });
    const tooLate = await browser.auth.passkey.verifyAuthentication({
      challengeId: late.data?.challenge_id ?? '',
      credential: key.get(late.data?.options.challenge ?? '').toJSON() as never,
    });
    expect(tooLate.error).toMatchObject({ status: 400, code: 'webauthn_challenge_expired' });

    const wrong = { status: 400, code: 'webauthn_verification_failed' };
    for (const other of [
      { ...key, get: () => key.get('another-challenge') },
      keyOf(user.id),
      { ...key, get: (challenge: string) => lowered(key.get(challenge)) },
    ]) {
      expect((await signIn(browser, other)).error).toMatchObject(wrong);
    }
    const person = await signedInPerson(call);
    const elsewhere = createPasskey('http://evil.test', { userHandle: person.user.id });
    expect((await add(person.browser, elsewhere)).error).toMatchObject(wrong);
    const unverified = createPasskey(undefined, { isVerified: false, userHandle: person.user.id });
    expect((await add(person.browser, unverified)).error).toMatchObject(wrong);
  });

  it('that names an address in its certificates makes the site ask nobody there', async () => {
    const asked: string[] = [];
    const elsewhere = createServer(({ url = '' }, answer) => {
      asked.push(url);
      answer.end();
    });
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    const attest: Attest = (key, signed) =>
      forgeAttestation(key, signed, `http://127.0.0.1:${port}/revoked`);
    const { browser, user } = await signedInPerson(call);
    const added = await add(browser, createPasskey(undefined, { userHandle: user.id, attest }));
    elsewhere.close();
    expect(asked).toEqual([]);
    // Its attestation is not looked at, because the site asks for none.
    expect(added.error).toBeNull();
  });

  it('with an id longer than any key’s is refused, also if it is sent as a short one', async () => {
    const { browser, user } = await signedInPerson(call);
    const key = createPasskey(undefined, { userHandle: user.id, idLength: 5_000 });
    const create = (challenge: string) => {
      const made = { ...key.create(challenge).toJSON(), id: 'AAAA', rawId: 'AAAA' };
      return { ...made, toJSON: () => made };
    };
    expect((await add(browser, { ...key, create })).error).toMatchObject({
      status: 400,
      code: 'webauthn_verification_failed',
    });
  });

  it('whose counter does not advance is a copy', async () => {
    const { key } = await personWithPasskey();
    await database.asService.query({
      text: 'update auth.webauthn_credentials set sign_count = 1000',
    });
    const { error } = await signIn(openBrowser(call), key);
    expect(error).toMatchObject({ code: 'webauthn_verification_failed' });
  });

  it('belongs to one person, and nobody has more than ten', async () => {
    const { key, browser } = await personWithPasskey();
    const other = await signedInPerson(call);
    expect((await add(other.browser, key)).error).toMatchObject({
      status: 422,
      code: 'webauthn_credential_exists',
    });
    const passkeyId = (await browser.auth.passkey.list()).data?.[0]?.id ?? '';
    for (const { error } of [
      await other.browser.auth.passkey.update({ passkeyId, friendlyName: 'Mine' }),
      await other.browser.auth.passkey.delete({ passkeyId }),
    ]) {
      expect(error).toMatchObject({ status: 404, message: 'Passkey not found' });
    }
    for (let made = 0; made < 10; made += 1) {
      expect((await add(other.browser, keyOf(other.user.id))).error).toBeNull();
    }
    expect((await other.browser.auth.passkey.startRegistration()).error).toMatchObject({
      status: 422,
      code: 'too_many_passkeys',
    });
  });

  it('cannot be added or removed again and again, because each time sends an email', async () => {
    const { browser } = await signedInPerson(call);
    for (let asked = 0; asked < 20; asked += 1) {
      expect((await browser.auth.passkey.startRegistration()).error).toBeNull();
    }
    expect((await browser.auth.passkey.startRegistration()).error).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
    });
  });

  it('does not work for banned people, nor where an address must be confirmed first', async () => {
    const { key, user } = await personWithPasskey();
    await admin.updateUserById(user.id, { ban_duration: '1h' });
    expect((await signIn(openBrowser(call), key)).error).toMatchObject({
      status: 403,
      code: 'user_banned',
    });
    const { browser, user: unconfirmed } = await confirmedPerson();
    const own = keyOf(unconfirmed.id);
    expect((await add(browser, own)).error).toBeNull();
    await required.database.asService.query({
      text: 'update auth.users set email_confirmed_at = null where id = $1',
      values: [unconfirmed.id],
    });
    expect((await signIn(openBrowser(required.call), own)).error).toMatchObject({
      status: 403,
      code: 'email_not_confirmed',
    });
    await required.database.asService.query({
      text: `update auth.users set email_confirmed_at = now(), phone = '15551230155' where id = $1`,
      values: [unconfirmed.id],
    });
    expect((await signIn(openBrowser(required.call), own)).error).toMatchObject({
      status: 403,
      code: 'phone_not_confirmed',
    });
    await required.database.asService.query({
      text: 'update auth.users set phone_confirmed_at = now() where id = $1',
      values: [unconfirmed.id],
    });
    expect((await signIn(openBrowser(required.call), own)).error).toBeNull();
  });

  it('is added and removed only soon after a sign-in', async () => {
    const { browser, key } = await personWithPasskey();
    const offered = await browser.auth.passkey.startRegistration();
    expect(offered.error).toBeNull();
    const passkeyId = (await browser.auth.passkey.list()).data?.[0]?.id ?? '';
    await database.asService.query({
      text: `update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'`,
    });
    await database.asService.query({
      text: `update auth.sessions set created_at = now() - interval '1 hour'`,
    });
    for (const { error } of [
      await browser.auth.passkey.startRegistration(),
      await browser.auth.passkey.delete({ passkeyId }),
    ]) {
      expect(error).toMatchObject({ code: 'reauthentication_needed' });
    }
    expect((await signIn(browser, key)).error).toBeNull();
    expect((await browser.auth.passkey.delete({ passkeyId })).error).toBeNull();
  });

  it('set by a stranger is removed by the first proof of the mailbox', async () => {
    const { email, key } = await personWithPasskey();
    const owner = openBrowser(call);
    await owner.auth.resetPasswordForEmail(email);
    const { code } = await post.newestTo(email);
    await owner.auth.verifyOtp({ email, token: code, type: 'recovery' });
    expect((await signIn(openBrowser(call), key)).error).toMatchObject({
      code: 'webauthn_verification_failed',
    });
  });

  it('is restored with the rest if the proof was its owner’s', async () => {
    const { browser, email, user } = await signedInPerson(call, { flowType: 'pkce' });
    const key = keyOf(user.id);
    const { link } = await post.newestTo(email);
    expect((await add(browser, key)).error).toBeNull();
    const code = (await pressButton(call, link)).searchParams.get('code') ?? '';
    expect((await signIn(openBrowser(call), key)).error).not.toBeNull();
    expect((await browser.auth.exchangeCodeForSession(code)).error).toBeNull();
    expect((await signIn(openBrowser(call), key)).error).toBeNull();
  });
});

describe('every kind of caller', () => {
  it('visitors and anonymous people are refused; the secret key lists and removes', async () => {
    const requests = [
      ['GET', '/passkeys'],
      ['POST', '/passkeys/registration/options'],
      ['PATCH', `/passkeys/${crypto.randomUUID()}`],
      ['DELETE', `/passkeys/${crypto.randomUUID()}`],
    ] as const;
    const anonymous = openBrowser(call);
    const { data } = await anonymous.auth.signInAnonymously();
    for (const [method, path] of requests) {
      const body = method === 'PATCH' ? JSON.stringify({ friendly_name: 'Key' }) : null;
      const visitor = await fetch(`/auth/v1${path}`, { method, body });
      expect([path, visitor.status]).toEqual([path, 401]);
      const headers = { authorization: `Bearer ${data.session?.access_token}` };
      const answer = await fetch(`/auth/v1${path}`, { method, body, headers });
      expect([path, answer.status]).toEqual([path, 403]);
      expect((await answer.json()).error_code).toBe('no_authorization');
    }
    const { browser, user } = await personWithPasskey();
    const [listed] = (await admin.passkey.listPasskeys({ userId: user.id })).data ?? [];
    const params = { userId: user.id, passkeyId: listed?.id ?? '' };
    const byPerson = await browser.auth.admin.passkey.deletePasskey(params);
    expect(byPerson.error).toMatchObject({ status: 403, code: 'not_admin' });
    expect((await admin.passkey.deletePasskey(params)).error).toBeNull();
    expect((await browser.auth.passkey.list()).data).toEqual([]);
  });
});

describe('where passkeys are off', () => {
  it('none can be created, listed or used, and the settings say so; the secret key still removes them', async () => {
    const { browser, key, user } = await personWithPasskey();
    const { auth } = dependencies;
    const settings = { ...auth.settings, arePasskeysOpen: false };
    const off = createApi({ ...dependencies, auth: { ...auth, settings } });
    const visitor = openBrowser(off);
    const owner = await signedInPerson(off);
    const challengeId = crypto.randomUUID();
    const credential = key.get('challenge').toJSON() as never;
    for (const { error } of [
      await visitor.auth.passkey.startAuthentication(),
      await visitor.auth.passkey.verifyAuthentication({ challengeId, credential }),
      await owner.browser.auth.passkey.startRegistration(),
      await owner.browser.auth.passkey.list(),
    ]) {
      expect(error).toMatchObject({ status: 404, code: 'passkey_disabled' });
    }
    const told = await off(
      new Request(`${siteUrl}/auth/v1/settings`, { headers: { apikey: testKeys.publishableKey } }),
    );
    expect(await told.json()).toMatchObject({ passkeys_enabled: false });
    const { data } = await browser.auth.passkey.list();
    const offAdmin = openBrowser(off, { key: testKeys.secretKey }).auth.admin;
    const params = { userId: user.id, passkeyId: data?.[0]?.id ?? '' };
    expect((await offAdmin.passkey.deletePasskey(params)).error).toBeNull();
  });
});

function keyOf(userId: string): Key {
  return createPasskey(undefined, { userHandle: userId });
}

async function personWithPasskey() {
  const person = await signedInPerson(call);
  const key = keyOf(person.user.id);
  const { error } = await add(person.browser, key);
  if (error) throw error;
  return { ...person, key };
}

async function confirmedPerson() {
  const browser = openBrowser(required.call);
  const email = `${crypto.randomUUID()}@people.example`;
  await browser.auth.signUp({ email, password: goodPassword });
  const { code } = await required.post.newestTo(email);
  const { data, error } = await browser.auth.verifyOtp({ email, token: code, type: 'signup' });
  if (error || !data.user) throw error;
  return { browser, user: data.user };
}

async function add({ auth }: Browser, key: Key) {
  const { data, error } = await auth.passkey.startRegistration();
  if (error) throw error;
  return auth.passkey.verifyRegistration({
    challengeId: data.challenge_id,
    credential: key.create(data.options.challenge).toJSON() as never,
  });
}

async function signIn({ auth }: Browser, key: Pick<Key, 'get'>) {
  const { data, error } = await auth.passkey.startAuthentication();
  if (error) throw error;
  return auth.passkey.verifyAuthentication({
    challengeId: data.challenge_id,
    credential: key.get(data.options.challenge).toJSON() as never,
  });
}

/** The same with one byte of the signature changed. */
function lowered(credential: ReturnType<Key['get']>) {
  const json = credential.toJSON();
  const signature = Buffer.from(json.response.signature ?? '', 'base64url');
  signature.writeUInt8((signature.at(-1) ?? 0) ^ 1, signature.length - 1);
  const response = { ...json.response, signature: signature.toString('base64url') };
  return { ...credential, toJSON: () => ({ ...json, response }) };
}
