import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { goodPassword, newEmail, openBrowser, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { createPasskey } from '#test/support/virtual-passkey.ts';

const { call, post, database } = await openTestApi();
const withoutSms = await openTestApi({ auth: { settings: { isPhoneFactorOpen: false } } });

type Browser = ReturnType<typeof openBrowser>;

describe('an authenticator app', () => {
  it('is enrolled with a QR code and a secret, and raises the level at its first code', async () => {
    const { browser, email } = await signedInPerson(call);
    const { data: factor, error } = await browser.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Phone',
    });
    expect(error).toBeNull();
    expect(factor).toMatchObject({ type: 'totp', friendly_name: 'Phone' });
    expect(factor?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg[^#]*$/s);
    expect(factor?.totp.uri).toContain('otpauth://totp/Test%20Site');
    expect(await levels(browser)).toEqual(['aal1', 'aal1']);

    const events: string[] = [];
    browser.auth.onAuthStateChange((event) => {
      events.push(event);
    });
    const verified = await browser.auth.mfa.challengeAndVerify({
      factorId: factor?.id ?? '',
      code: codeOf(factor?.totp.secret ?? ''),
    });
    expect(verified.error).toBeNull();
    expect(events).toEqual(['INITIAL_SESSION', 'MFA_CHALLENGE_VERIFIED']);
    expect(await levels(browser)).toEqual(['aal2', 'aal2']);
    expect(decodeJwt(verified.data?.access_token ?? '').amr).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ method: 'password' }),
        expect.objectContaining({ method: 'totp' }),
      ]),
    );
    expect((await post.newestTo(email)).subject).toContain('A second factor was added');
    const { data } = await browser.auth.mfa.listFactors();
    expect(data?.totp).toMatchObject([{ id: factor?.id, status: 'verified' }]);
  });

  it('is asked for at the next sign-in, and its level survives a refresh', async () => {
    const { browser, email, secret, factorId } = await personWithApp();
    const next = openBrowser(call);
    await next.auth.signInWithPassword({ email, password: goodPassword });
    expect(await levels(next)).toEqual(['aal1', 'aal2']);
    await forgetStep(factorId);
    const { error } = await next.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(error).toBeNull();
    await next.auth.refreshSession();
    expect(await levels(next)).toEqual(['aal2', 'aal2']);
    expect((await browser.auth.getUser()).error).toBeNull();
  });

  it('accepts one step of drift either way, and not two', async () => {
    const { browser, secret, factorId } = await personWithApp();
    for (const [seconds, isAccepted] of [
      [-60, false],
      [-30, true],
      [30, true],
      [60, false],
    ] as const) {
      await forgetStep(factorId);
      const { error } = await browser.auth.mfa.challengeAndVerify({
        factorId,
        code: codeOf(secret, Date.now() + seconds * 1_000),
      });
      expect(error === null, `${seconds} s`).toBe(isAccepted);
    }
  });

  it('does not accept a code twice, nor an older one after it', async () => {
    const { browser, secret, factorId } = await personWithApp();
    await forgetStep(factorId);
    const now = Date.now();
    const tryAt = (time: number) =>
      browser.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, time) });
    expect((await tryAt(now)).error).toBeNull();
    expect((await tryAt(now)).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
    });
    expect((await tryAt(now - 30_000)).error).toMatchObject({ code: 'mfa_verification_failed' });
  });

  it('ends the person’s sessions that have not shown it', async () => {
    const { browser, email } = await signedInPerson(call);
    const other = openBrowser(call);
    await other.auth.signInWithPassword({ email, password: goodPassword });
    await addApp(browser);
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  it('protects e-mail, password and itself from a session without it', async () => {
    const { browser, email, secret, factorId } = await personWithApp();
    const next = openBrowser(call);
    await next.auth.signInWithPassword({ email, password: goodPassword });
    for (const { error } of [
      await next.auth.updateUser({ password: 'a-new-password' }),
      await next.auth.updateUser({ email: newEmail() }),
      await next.auth.mfa.unenroll({ factorId }),
      await next.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' }),
    ]) {
      expect(error).toMatchObject({ code: 'insufficient_aal' });
    }
    await forgetStep(factorId);
    await next.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect((await next.auth.mfa.unenroll({ factorId })).error).toBeNull();
    await next.auth.refreshSession();
    expect(await levels(next)).toEqual(['aal1', 'aal1']);
    expect((await post.newestTo(email)).subject).toContain('A second factor was removed');
    expect((await browser.auth.getUser()).error).toBeNull();
  });

  it('has a name of its own, and there are at most ten', async () => {
    const { browser } = await signedInPerson(call);
    for (let made = 0; made < 10; made += 1) {
      const name = { factorType: 'totp', friendlyName: `App ${made}` } as const;
      expect((await browser.auth.mfa.enroll(name)).error).toBeNull();
      if (made === 0) {
        expect((await browser.auth.mfa.enroll(name)).error).toMatchObject({
          code: 'mfa_factor_name_conflict',
        });
      }
    }
    const { error } = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'More' });
    expect(error).toMatchObject({ code: 'too_many_enrolled_mfa_factors' });
  });

  it('answers a challenge only for five minutes', async () => {
    const { browser, secret, factorId } = await personWithApp();
    await forgetStep(factorId);
    const { data } = await browser.auth.mfa.challenge({ factorId });
    await database.query({
      text: "update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = $1",
      values: [data?.id],
    });
    const { error } = await browser.auth.mfa.verify({
      factorId,
      challengeId: data?.id ?? '',
      code: codeOf(secret),
    });
    expect(error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' });
  });
});

describe('a phone', () => {
  it('gets a code by SMS, which works once', async () => {
    const { browser } = await signedInPerson(call);
    const phone = '+1 555 123 0099';
    const { data: factor } = await browser.auth.mfa.enroll({ factorType: 'phone', phone });
    expect(factor).toMatchObject({ type: 'phone', phone: '15551230099' });
    const factorId = factor?.id ?? '';
    const { data: challenge } = await browser.auth.mfa.challenge({ factorId, channel: 'sms' });
    const { code, channel } = await post.newestTo('15551230099');
    expect(channel).toBe('sms');
    const answer = { factorId, challengeId: challenge?.id ?? '', code };
    expect((await browser.auth.mfa.verify(answer)).error).toBeNull();
    expect(await levels(browser)).toEqual(['aal2', 'aal2']);
    expect((await browser.auth.mfa.verify(answer)).error).toMatchObject({
      code: 'mfa_challenge_expired',
    });
  });

  it('cannot be enrolled where no SMS can be sent', async () => {
    const { browser } = await signedInPerson(withoutSms.call);
    const { error } = await browser.auth.mfa.enroll({ factorType: 'phone', phone: '15551230098' });
    expect(error).toMatchObject({ code: 'mfa_phone_enroll_not_enabled' });
  });
});

describe('a passkey', () => {
  it('is made and then used as a second factor', async () => {
    const { browser, email } = await signedInPerson(call);
    const passkey = createPasskey();
    const { factorId, error } = await register(browser, passkey);
    expect(error).toBeNull();
    expect(await levels(browser)).toEqual(['aal2', 'aal2']);
    const next = openBrowser(call);
    await next.auth.signInWithPassword({ email, password: goodPassword });
    expect(await levels(next)).toEqual(['aal1', 'aal2']);
    expect((await use(next, passkey, factorId)).error).toBeNull();
    expect(await levels(next)).toEqual(['aal2', 'aal2']);
  });

  it('of another person, another site or another challenge is refused', async () => {
    const { browser, email } = await signedInPerson(call);
    const passkey = createPasskey();
    const { factorId } = await register(browser, passkey);
    const next = openBrowser(call);
    await next.auth.signInWithPassword({ email, password: goodPassword });
    for (const { error } of [
      await use(next, createPasskey(), factorId),
      await use(next, { ...passkey, get: () => passkey.get('another-challenge') }, factorId),
    ]) {
      expect(error).toMatchObject({ code: 'mfa_verification_failed' });
    }
    const elsewhere = await signedInPerson(call);
    const made = await register(elsewhere.browser, createPasskey('http://evil.test'));
    expect(made.error).toMatchObject({ code: 'mfa_verification_failed' });
  });
});

describe('recovery codes', () => {
  it('open the door once each when the factor is lost', async () => {
    const { browser, email } = await personWithApp();
    const made = await browser.auth.mfa.recoveryCodes.generate();
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({ type: 'recovery_code', total: 10 });
    const codes = made.data?.codes ?? [];
    expect(new Set(codes).size).toBe(10);
    const next = openBrowser(call);
    await next.auth.signInWithPassword({ email, password: goodPassword });
    const typed = (codes[0] ?? '').toUpperCase().replace(/(.{4})(?!$)/g, '$1-');
    const { data, error } = await next.auth.mfa.recoveryCodes.verify({ code: ` ${typed} ` });
    expect(error).toBeNull();
    expect(decodeJwt(data?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: expect.arrayContaining([expect.objectContaining({ method: 'mfa/recovery_code' })]),
    });
    expect((await next.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ remaining: 9 });
    const again = await next.auth.mfa.recoveryCodes.verify({ code: codes[0] ?? '' });
    expect(again.error).toMatchObject({ code: 'mfa_verification_failed' });
    expect((await post.newestTo(email)).text).toContain('9 are left');
  });

  it('are made anew, and the old ones stop working', async () => {
    const { browser } = await personWithApp();
    const first = await browser.auth.mfa.recoveryCodes.generate({ friendlyName: 'Paper' });
    expect((await browser.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: 'mfa_verified_factor_exists',
    });
    const second = await browser.auth.mfa.recoveryCodes.regenerate();
    expect(second.data).toMatchObject({ id: first.data?.id, friendly_name: 'Paper' });
    const old = await browser.auth.mfa.recoveryCodes.verify({ code: first.data?.codes[0] ?? '' });
    expect(old.error).toMatchObject({ code: 'mfa_verification_failed' });
    expect((await browser.auth.mfa.recoveryCodes.unenroll()).error).toBeNull();
    expect((await browser.auth.mfa.recoveryCodes.getStatus()).error).toMatchObject({
      code: 'mfa_factor_not_found',
    });
  });

  it('are never the only factor', async () => {
    const { browser } = await signedInPerson(call);
    expect((await browser.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: 'mfa_recovery_codes_sole_factor',
    });
    const { factorId } = await addApp(browser);
    await browser.auth.mfa.recoveryCodes.generate();
    await browser.auth.mfa.unenroll({ factorId });
    const { data } = await browser.auth.mfa.listFactors();
    expect(data?.all).toEqual([]);
  });

  it('are locked for a while after too many wrong ones', async () => {
    const { browser } = await personWithApp();
    await browser.auth.mfa.recoveryCodes.generate();
    const codes = [];
    for (let tried = 0; tried < 12; tried += 1) {
      const { error } = await browser.auth.mfa.recoveryCodes.verify({ code: 'wrong' });
      codes.push(error?.code);
    }
    expect(codes.slice(0, 11)).toEqual(Array(11).fill('mfa_verification_failed'));
    expect(codes[11]).toBe('mfa_recovery_codes_locked');
  });
});

async function levels(browser: Browser) {
  const { data } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
  return [data?.currentLevel, data?.nextLevel];
}

function codeOf(secret: string, timestamp = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

async function addApp(browser: Browser) {
  const { data, error } = await browser.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const secret = data.totp.secret;
  const verified = await browser.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: codeOf(secret),
  });
  if (verified.error) throw verified.error;
  return { secret, factorId: data.id };
}

async function personWithApp() {
  const person = await signedInPerson(call);
  return { ...person, ...(await addApp(person.browser)) };
}

/** As if time had passed since the last code. */
async function forgetStep(factorId: string) {
  await database.query({
    text: 'update auth.mfa_factors set last_used_step = null where id = $1',
    values: [factorId],
  });
}

type Passkey = ReturnType<typeof createPasskey>;

/** Both ceremonies by the official client's calls, with a passkey in software for the browser's. */
async function register(browser: Browser, passkey: Passkey) {
  const { data: factor } = await browser.auth.mfa.enroll({
    factorType: 'webauthn',
    friendlyName: `Key ${crypto.randomUUID()}`,
  });
  const factorId = factor?.id ?? '';
  return { factorId, error: (await ceremony(browser, factorId, 'create', passkey.create)).error };
}

function use(browser: Browser, passkey: Passkey, factorId: string) {
  return ceremony(browser, factorId, 'request', passkey.get);
}

async function ceremony(
  browser: Browser,
  factorId: string,
  type: 'create' | 'request',
  answer: (challenge: string) => object,
) {
  const { data } = await browser.auth.mfa.challenge({
    factorId,
    webauthn: { rpId: 'site.test', rpOrigins: ['http://site.test'] },
  });
  if (data?.type !== 'webauthn') throw new Error('The challenge is none for a passkey.');
  expect(data.webauthn.type).toBe(type);
  const { challenge } = data.webauthn.credential_options.publicKey;
  return browser.auth.mfa.verify({
    factorId,
    challengeId: data.id,
    webauthn: {
      type,
      rpId: 'site.test',
      rpOrigins: ['http://site.test'],
      credential_response: answer(Buffer.from(challenge as ArrayBuffer).toString('base64url')),
    } as never,
  });
}
