import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { goodPassword, newEmail, openBrowser, signedInPerson } from '#test/support/people.ts';
import { addApp, codeOf, levels } from '#test/support/second-factor.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { call, fetch, post, database } = await openTestApi();
const withoutSms = await openTestApi({ auth: { settings: { isSmsSent: false } } });

describe('an authenticator app', () => {
  it('is enrolled with a QR code and a secret, and raises the level with its first code', async () => {
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
    expect((await post.newestTo(email)).subject).toContain('A second step was added');
    const { data } = await browser.auth.mfa.listFactors();
    expect(data?.totp).toMatchObject([{ id: factor?.id, status: 'verified' }]);
  });

  it('is verified by a code together with the challenge that it answers', async () => {
    const { browser, session } = await signedInPerson(call);
    const { data } = await browser.auth.mfa.enroll({ factorType: 'totp' });
    const headers = { authorization: `Bearer ${session.access_token}` };
    const verify = async (body: object) => {
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      return (await fetch(`/auth/v1/factors/${data?.id}/verify`, init)).json();
    };
    expect(await verify({})).toEqual({
      code: 400,
      error_code: 'validation_failed',
      msg: 'Code needs to be non-empty',
    });
    expect(await verify({ code: '123456' })).toEqual({
      code: 422,
      error_code: 'mfa_factor_not_found',
      msg: 'MFA factor with the provided challenge ID not found',
    });
  });

  it('is required at the next sign-in, and its level survives a refresh', async () => {
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

  it('ends the person’s sessions that have not used it', async () => {
    const { browser, email } = await signedInPerson(call);
    const other = openBrowser(call);
    await other.auth.signInWithPassword({ email, password: goodPassword });
    await addApp(browser);
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  });

  it('protects email, password and itself from a session without it', async () => {
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
    expect((await post.newestTo(email)).subject).toContain('A second step was removed');
    expect((await browser.auth.getUser()).error).toBeNull();
  });

  it('keeps somebody with only the password from viewing the account or locking its owner out', async () => {
    const { browser, email } = await personWithApp();
    const half = openBrowser(call);
    const { data } = await half.auth.signInWithPassword({ email, password: goodPassword });
    const identityId = data.user?.identities?.[0]?.identity_id;
    const requests = [
      ['POST', '/functions/v1/account-export'],
      ['POST', '/functions/v1/account-sessions'],
      ['POST', '/functions/v1/account-history'],
      ['GET', '/auth/v1/user/sessions'],
      ['GET', '/auth/v1/user/events'],
      ['DELETE', `/auth/v1/user/sessions/${crypto.randomUUID()}`],
      ['POST', '/auth/v1/logout?scope=others'],
      ['GET', '/auth/v1/user/identities/authorize?provider=google'],
      ['DELETE', `/auth/v1/user/identities/${identityId}`],
      ['POST', '/auth/v1/token?grant_type=id_token'],
    ] as const;
    for (const [method, path] of requests) {
      const link = { provider: 'google', id_token: 'x', link_identity: true };
      const answer = await fetch(path, {
        method,
        headers: { authorization: `Bearer ${data.session?.access_token}` },
        body: method === 'POST' ? JSON.stringify(path.includes('id_token') ? link : {}) : null,
      });
      const { code, error_code } = await answer.json();
      expect([path, answer.status, error_code ?? code]).toEqual([path, 403, 'insufficient_aal']);
    }
    expect((await browser.auth.getUser()).error).toBeNull();
    expect((await half.auth.signOut({ scope: 'local' })).error).toBeNull();
    expect((await browser.auth.signOut({ scope: 'others' })).error).toBeNull();
  });

  it('ends an incomplete session that signs out everywhere, and no other', async () => {
    const { browser, email } = await personWithApp();
    for (const query of ['', '?scope=global']) {
      const half = openBrowser(call);
      const { data } = await half.auth.signInWithPassword({ email, password: goodPassword });
      const answer = await fetch(`/auth/v1/logout${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${data.session?.access_token}` },
      });
      expect(answer.status).toBe(204);
      const after = await half.auth.refreshSession();
      expect(after.error).toMatchObject({ code: 'refresh_token_not_found' });
    }
    expect((await browser.auth.getUser()).error).toBeNull();
  });

  it('has a unique name, and there are at most ten', async () => {
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

  it('accepts an answer to a challenge only for five minutes', async () => {
    const { browser, secret, factorId } = await personWithApp();
    await forgetStep(factorId);
    const { data } = await browser.auth.mfa.challenge({ factorId });
    await database.asService.query({
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
    const other = await signedInPerson(call);
    const theirs = await other.browser.auth.mfa.enroll({
      factorType: 'phone',
      phone: '15551230097',
    });
    const theirFactor = { factorId: theirs.data?.id ?? '' };
    const asked = await other.browser.auth.mfa.challenge(theirFactor);
    const { browser } = await signedInPerson(call);
    const phone = '+1 555 123 0099';
    const { data: factor } = await browser.auth.mfa.enroll({ factorType: 'phone', phone });
    // Clients in typed languages expect the name even if none was given.
    expect(factor).toMatchObject({ type: 'phone', phone: '15551230099', friendly_name: '' });
    const factorId = factor?.id ?? '';
    const elsewhere = await browser.auth.mfa.challenge({ factorId, channel: 'whatsapp' });
    expect(elsewhere.error).toMatchObject({ status: 400, code: 'validation_failed' });
    const { data: challenge } = await browser.auth.mfa.challenge({ factorId, channel: 'sms' });
    const early = { factorId, challengeId: challenge?.id ?? '', code: '000000' };
    expect((await browser.auth.mfa.verify(early)).error).toMatchObject({ status: 422 });
    const { code, channel } = await post.newestTo('15551230099');
    expect(channel).toBe('sms');
    const answer = { factorId, challengeId: challenge?.id ?? '', code };
    const wrong = await browser.auth.mfa.verify({ ...answer, code: '000000' });
    expect(wrong.error).toMatchObject({ status: 422, message: 'Invalid MFA Phone code entered' });
    expect((await browser.auth.mfa.verify(answer)).error).toBeNull();
    expect(await levels(browser)).toEqual(['aal2', 'aal2']);
    expect((await browser.auth.mfa.verify(answer)).error).toMatchObject({
      code: 'mfa_challenge_expired',
    });
    // It verifies nobody else's factor and ends nobody else's challenge.
    const { data: left } = await other.browser.auth.mfa.listFactors();
    expect(left?.all).toMatchObject([{ id: theirs.data?.id, status: 'unverified' }]);
    const tried = await other.browser.auth.mfa.verify({
      ...theirFactor,
      challengeId: asked.data?.id ?? '',
      code: '000000',
    });
    expect(tried.error).toMatchObject({ code: 'mfa_verification_failed' });
  });

  it('cannot be enrolled where no SMS can be sent, nor get a code', async () => {
    const { browser, user } = await signedInPerson(withoutSms.call);
    const { error } = await browser.auth.mfa.enroll({ factorType: 'phone', phone: '15551230098' });
    expect(error).toMatchObject({ code: 'mfa_phone_enroll_not_enabled' });
    const { rows } = await withoutSms.database.asService.query<{ id: string }>({
      text: `insert into auth.mfa_factors (user_id, factor_type, status, phone)
        values ($1, 'phone', 'unverified', '15551230098') returning id`,
      values: [user.id],
    });
    const asked = await browser.auth.mfa.challenge({ factorId: rows[0]?.id ?? '' });
    expect(asked.error).toMatchObject({ code: 'sms_send_failed' });
  });
});

async function personWithApp() {
  const person = await signedInPerson(call);
  return { ...person, ...(await addApp(person.browser)) };
}

/** As if time had passed since the last code. */
async function forgetStep(factorId: string) {
  await database.asService.query({
    text: 'update auth.mfa_factors set last_used_step = null where id = $1',
    values: [factorId],
  });
}
