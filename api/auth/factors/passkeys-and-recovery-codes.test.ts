import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { goodPassword, openBrowser, signedInPerson } from '#test/support/people.ts';
import { addApp, levels } from '#test/support/second-factor.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { createPasskey } from '#test/support/virtual-passkey.ts';

const { call, post, database } = await openTestApi();

type Browser = ReturnType<typeof openBrowser>;

describe('a passkey', () => {
  it('is created and then used as a second factor', async () => {
    const { browser, email } = await signedInPerson(call);
    const passkey = createPasskey();
    const { factorId, error } = await register(browser, passkey);
    expect(error).toBeNull();
    expect(await levels(browser)).toEqual(['aal2', 'aal2']);
    expect((await register(browser, createPasskey())).error).toBeNull();
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
      await use(next, { ...passkey, get: forged(passkey) }, factorId),
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
  it('work once each when the factor is lost', async () => {
    const { browser, email } = await personWithApp();
    const made = await browser.auth.mfa.recoveryCodes.generate();
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({ type: 'recovery_code', total: 10 });
    const codes = made.data?.codes ?? [];
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{16}$/);
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
    expect((await post.newestTo(email)).text).toContain('Codes left: 9.');
  });

  it('are regenerated, and the old ones stop working', async () => {
    const { browser, email, user } = await personWithApp();
    // Unproved addresses get at most three notices a day.
    await database.asService.query({
      text: 'update auth.users set email_proved_at = now() where id = $1',
      values: [user.id],
    });
    const first = await browser.auth.mfa.recoveryCodes.generate({ friendlyName: 'Paper' });
    expect((await browser.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      code: 'mfa_verified_factor_exists',
      message: 'Recovery codes are already enrolled for this user, use regenerate to rotate them',
    });
    const second = await browser.auth.mfa.recoveryCodes.regenerate();
    expect(second.data).toMatchObject({ id: first.data?.id, friendly_name: 'Paper' });
    const old = await browser.auth.mfa.recoveryCodes.verify({ code: first.data?.codes[0] ?? '' });
    expect(old.error).toMatchObject({ code: 'mfa_verification_failed' });
    await post.deliver();
    expect((await browser.auth.mfa.recoveryCodes.unenroll()).error).toBeNull();
    expect((await post.newestTo(email)).subject).toContain('A second step was removed');
    const { rowCount } = await database.asService.query({
      text: `select from auth.audit_log_entries
        where payload ->> 'actor_id' = $1 and payload ->> 'action' = 'factor_deleted'`,
      values: [user.id],
    });
    expect(rowCount).toBe(1);
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

async function personWithApp() {
  const person = await signedInPerson(call);
  return { ...person, ...(await addApp(person.browser)) };
}

type Passkey = ReturnType<typeof createPasskey>;

/** Both ceremonies with the official client's calls and a software passkey in place of the browser's. */
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

/** Claims to be one passkey, but is signed with another. */
function forged(passkey: Passkey): Passkey['get'] {
  const other = createPasskey();
  return (challenge) => ({ ...other.get(challenge), id: passkey.get(challenge).id });
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
