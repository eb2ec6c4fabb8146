import { describe, expect, it } from 'vitest';
import { goodPassword, newEmail, openBrowser, signedInPerson } from '#test/support/people.ts';
import { addApp } from '#test/support/second-factor.ts';
import { openTestApi } from '#test/support/test-api.ts';

const { call, fetch, post, database } = await openTestApi({
  auth: {
    settings: { isPhoneOpen: true },
    providers: {
      github: {
        kind: 'github',
        clientId: 'id',
        clientSecret: 'secret',
        scopes: 'user:email',
        authorizeUrl: 'http://127.0.0.1:1/authorize',
        tokenUrl: 'http://127.0.0.1:1/token',
        apiUrl: 'http://127.0.0.1:1',
      },
    },
  },
});

type Person = Awaited<ReturnType<typeof signedInPerson>>;

/** As if the person had signed in sixteen minutes ago. */
async function makeOld({ user }: Pick<Person, 'user'>) {
  await database.asService.query({
    text: `update auth.mfa_amr_claims set updated_at = updated_at - interval '16 minutes'
      where session_id in (select id from auth.sessions where user_id = $1)`,
    values: [user.id],
  });
}

async function personOfAWhileAgo() {
  const person = await signedInPerson(call);
  await makeOld(person);
  return person;
}

async function ask({ browser }: Person, method: string, path: string, body?: object) {
  const { data } = await browser.auth.getSession();
  const response = await fetch(`/auth/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${data.session?.access_token}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: await response.json() };
}

const needed = { status: 400, code: 'reauthentication_needed' };
const refused = { status: 400, body: { error_code: 'reauthentication_needed' } };

describe('a session whose sign-in is older than fifteen minutes', () => {
  it('cannot set a password or address alone', async () => {
    const { browser } = await personOfAWhileAgo();
    for (const change of [
      { password: 'a-new-password' },
      { email: newEmail() },
      { phone: '+15551230001' },
    ]) {
      expect((await browser.auth.updateUser(change)).error).toMatchObject(needed);
    }
    expect((await browser.auth.updateUser({ data: { full_name: 'Ada' } })).error).toBeNull();
  });

  it('cannot add a factor alone, nor finish one that was started long ago', async () => {
    const person = await signedInPerson(call);
    const begun = await person.browser.auth.mfa.enroll({ factorType: 'totp' });
    await makeOld(person);
    expect(
      (await person.browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'b' })).error,
    ).toMatchObject(needed);
    await database.asService.query({
      text: "update auth.mfa_factors set created_at = created_at - interval '16 minutes' where id = $1",
      values: [begun.data?.id],
    });
    const finished = await person.browser.auth.mfa.challengeAndVerify({
      factorId: begun.data?.id ?? '',
      code: '000000',
    });
    expect(finished.error).toMatchObject(needed);
  });

  it('cannot remove a factor or generate recovery codes, although it has the second factor', async () => {
    const person = await signedInPerson(call);
    const { factorId } = await addApp(person.browser);
    await makeOld(person);
    const { mfa } = person.browser.auth;
    expect((await mfa.unenroll({ factorId })).error).toMatchObject(needed);
    expect((await mfa.recoveryCodes.generate()).error).toMatchObject(needed);
    expect(
      await ask(person, 'POST', '/reauthenticate', { current_password: goodPassword }),
    ).toEqual({ status: 200, body: {} });
    expect((await mfa.recoveryCodes.generate()).error).toBeNull();
    await makeOld(person);
    expect((await mfa.recoveryCodes.regenerate()).error).toMatchObject(needed);
    expect(await ask(person, 'DELETE', '/factors/recovery-codes')).toMatchObject(refused);
  });

  it('cannot link or unlink an identity', async () => {
    const person = await personOfAWhileAgo();
    const { identities } = person.user;
    expect(await ask(person, 'GET', '/user/identities/authorize?provider=github')).toMatchObject(
      refused,
    );
    expect(
      await ask(person, 'DELETE', `/user/identities/${identities?.[0]?.identity_id}`),
    ).toMatchObject(refused);
    expect(
      await ask(person, 'POST', '/token?grant_type=id_token', {
        provider: 'github',
        id_token: 'x',
        link_identity: true,
      }),
    ).toMatchObject(refused);
  });

  it('can do so with the current password', async () => {
    const { browser } = await personOfAWhileAgo();
    const wrong = { email: newEmail(), current_password: 'not-this-one' };
    expect((await browser.auth.updateUser(wrong)).error).toMatchObject({
      code: 'invalid_credentials',
    });
    const right = { email: newEmail(), current_password: goodPassword };
    expect((await browser.auth.updateUser(right)).error).toBeNull();
  });

  it('can do so with a code from the mailbox, once', async () => {
    const { browser, email } = await personOfAWhileAgo();
    expect((await browser.auth.reauthenticate()).error).toBeNull();
    const { code } = await post.newestTo(email);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(
      (await browser.auth.updateUser({ password: 'a-new-password', nonce: wrong })).error,
    ).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    const right = { password: 'a-new-password', nonce: code };
    expect((await browser.auth.updateUser(right)).error).toBeNull();
    expect(
      (await browser.auth.updateUser({ ...right, password: 'another-one' })).error,
    ).toMatchObject({ code: 'reauthentication_not_valid' });
  });

  it('can confirm the person’s identity beforehand, and then has fifteen minutes', async () => {
    const person = await personOfAWhileAgo();
    const say = (proof: object) => ask(person, 'POST', '/reauthenticate', proof);
    expect(await say({})).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    expect(await say({ current_password: 'not-this-one' })).toMatchObject({
      body: { error_code: 'invalid_credentials' },
    });
    expect((await say({ current_password: goodPassword })).status).toBe(200);
    const enrolled = await person.browser.auth.mfa.enroll({ factorType: 'totp' });
    expect(enrolled.error).toBeNull();

    await makeOld(person);
    await person.browser.auth.reauthenticate();
    const { code } = await post.newestTo(person.email);
    expect((await say({ nonce: code })).status).toBe(200);
    expect((await say({ nonce: code })).status).toBe(422);
    const { error } = await person.browser.auth.updateUser({ email: newEmail() });
    expect(error).toBeNull();
  });

  it('cannot be used to guess the password without limit', async () => {
    const person = await personOfAWhileAgo();
    const tries = Array.from({ length: 14 }, (_, index) => ({
      current_password: `guess-${index}`,
    }));
    const answers = [];
    for (const guess of tries) answers.push(await ask(person, 'POST', '/reauthenticate', guess));
    expect(answers.at(-1)?.body.error_code).toBe('over_request_rate_limit');
  });
});

describe('a session that a link in the mailbox opened', () => {
  it('proves the mailbox as long as it is new', async () => {
    const { email } = await signedInPerson(call);
    const browser = openBrowser(call);
    await browser.auth.resetPasswordForEmail(email);
    const { code } = await post.newestTo(email);
    const { data } = await browser.auth.verifyOtp({ email, token: code, type: 'recovery' });
    expect((await browser.auth.updateUser({ password: 'a-new-password' })).error).toBeNull();
    await makeOld({ user: data.user ?? expect.fail() });
    expect((await browser.auth.updateUser({ password: 'another-one' })).error).toMatchObject(
      needed,
    );
  });
});
