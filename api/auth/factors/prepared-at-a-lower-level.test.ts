import { describe, expect, it } from 'vitest';
import { goodPassword, newEmail, openBrowser, signedInPerson } from '#test/support/people.ts';
import { addApp, codeOf, levels } from '#test/support/second-factor.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { createPasskey } from '#test/support/virtual-passkey.ts';

const { call, fetch, post, database } = await openTestApi();

describe('what somebody prepared with only the password', () => {
  it('is removed when the owner turns the second factor on, whatever its type', async () => {
    const { browser, email } = await signedInPerson(call);
    const stranger = await withPassword(email);
    const prepared = await prepareEach(stranger);
    await addApp(browser);
    const { data } = await browser.auth.mfa.listFactors();
    expect(data?.all.map(({ id }) => id)).not.toEqual(expect.arrayContaining(prepared));
    expect(data?.all).toHaveLength(1);
  });

  it('cannot be verified afterwards without the second factor', async () => {
    const { browser, email, user } = await signedInPerson(call);
    await addApp(browser);
    // As an earlier version of this service may have left it.
    const secret = 'JBSWY3DPEHPK3PXP';
    const [id] = await prepare(user.id, 'totp', { secret });
    const [phoneId] = await prepare(user.id, 'phone', { phone: '15551234000' });
    const stranger = await withPassword(email);
    for (const factorId of [id, phoneId]) {
      const challenged = await stranger.auth.mfa.challenge({ factorId: factorId ?? '' });
      expect(challenged.error).toMatchObject({ code: 'insufficient_aal' });
      const removed = await stranger.auth.mfa.unenroll({ factorId: factorId ?? '' });
      expect(removed.error).toMatchObject({ code: 'insufficient_aal' });
    }
    const challenge = await browser.auth.mfa.challenge({ factorId: id ?? '' });
    const tried = await stranger.auth.mfa.verify({
      factorId: id ?? '',
      challengeId: challenge.data?.id ?? '',
      code: codeOf(secret),
    });
    expect(tried.error).toMatchObject({ status: 403, code: 'insufficient_aal' });
    expect(await levels(stranger)).toEqual(['aal1', 'aal2']);
    const owners = await browser.auth.mfa.verify({
      factorId: id ?? '',
      challengeId: challenge.data?.id ?? '',
      code: codeOf(secret),
    });
    expect(owners.error).toBeNull();
  });

  it('does not count if both are verified at the same moment', async () => {
    const { browser, email } = await signedInPerson(call);
    const stranger = await withPassword(email);
    const both = await Promise.all(
      [browser, stranger].map(async (each) => {
        const { data } = await each.auth.mfa.enroll({ factorType: 'totp' });
        const factorId = data?.id ?? '';
        const challenge = await each.auth.mfa.challenge({ factorId });
        const challengeId = challenge.data?.id ?? '';
        const code = codeOf(data?.totp.secret ?? '');
        return () => each.auth.mfa.verify({ factorId, challengeId, code });
      }),
    );
    const answers = await Promise.all(both.map((verify) => verify()));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    const { rows } = await database.asService.query<{ count: number }>({
      text: `select count(*)::int as count from auth.mfa_factors f
        join auth.users u on u.id = f.user_id where u.email = $1`,
      values: [email],
    });
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('does not replace the owner’s passkey with another one', async () => {
    const { browser, email, user, session } = await signedInPerson(call);
    const stranger = await withPassword(email);
    const { session: half } = (await stranger.auth.getSession()).data;
    const [factorId = ''] = await prepare(user.id, 'webauthn', {});
    const prepared = await startPasskey(half?.access_token ?? '', factorId);
    const own = await startPasskey(session.access_token, factorId);
    const owner = createPasskey();
    const made = await answer(session.access_token, factorId, own, owner.create(own.challenge));
    expect(made.status).toBe(200);
    const again = await withPassword(email);
    const token = (await again.auth.getSession()).data.session?.access_token ?? '';
    const theirs = createPasskey().create(prepared.challenge);
    expect((await answer(token, factorId, prepared, theirs)).status).toBe(422);
    await database.asService.query({
      text: 'insert into auth.mfa_challenges (id, factor_id, web_authn_session_data) values ($1, $2, $3)',
      values: [
        '7b1f2f5e-6f0e-4c8f-9f43-0d3f3f0b7a10',
        factorId,
        JSON.stringify({ type: 'create', challenge: prepared.challenge }),
      ],
    });
    const left = { ...prepared, id: '7b1f2f5e-6f0e-4c8f-9f43-0d3f3f0b7a10' };
    expect((await answer(token, factorId, left, theirs)).status).toBe(422);
    expect((await browser.auth.getUser()).data.user?.factors).toHaveLength(1);
  });

  it('leaves no pending change of address and no pending link to a provider', async () => {
    const { browser, email } = await signedInPerson(call);
    const stranger = await withPassword(email);
    const elsewhere = newEmail();
    await stranger.auth.updateUser({ email: elsewhere });
    const { code } = await post.newestTo(elsewhere);
    await addApp(browser);
    const proof = { email: elsewhere, token: code, type: 'email_change' } as const;
    const { error } = await openBrowser(call).auth.verifyOtp(proof);
    expect(error).toMatchObject({ code: 'otp_expired' });
    expect((await browser.auth.getUser()).data.user).toMatchObject({ email });
  });
});

async function withPassword(email: string) {
  const browser = openBrowser(call);
  const { error } = await browser.auth.signInWithPassword({ email, password: goodPassword });
  if (error) throw error;
  return browser;
}

async function prepareEach(browser: ReturnType<typeof openBrowser>): Promise<string[]> {
  const made = [
    await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'an app' }),
    await browser.auth.mfa.enroll({ factorType: 'phone', phone: '15551230777' }),
    await browser.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'a key' }),
  ];
  return made.map(({ data, error }) => {
    if (error) throw error;
    return data.id;
  });
}

/** An unverified factor, as may exist from before. */
async function prepare(
  userId: string,
  type: string,
  { secret, phone }: { secret?: string; phone?: string },
): Promise<string[]> {
  const { rows } = await database.asService.query<{ id: string }>({
    text: `insert into auth.mfa_factors (user_id, factor_type, secret, phone)
      values ($1, $2::auth.factor_type, $3, $4) returning id`,
    values: [userId, type, secret ?? null, phone ?? null],
  });
  return rows.map(({ id }) => id);
}

type Started = { id: string; challenge: string };

async function startPasskey(token: string, factorId: string): Promise<Started> {
  const response = await send(token, `/factors/${factorId}/challenge`, {});
  const body = (await response.json()) as {
    id: string;
    webauthn: { credential_options: { publicKey: { challenge: string } } };
  };
  return { id: body.id, challenge: body.webauthn.credential_options.publicKey.challenge };
}

function answer(token: string, factorId: string, { id }: Started, credential: object) {
  return send(token, `/factors/${factorId}/verify`, {
    challenge_id: id,
    webauthn: { type: 'create', credential_response: credential },
  });
}

function send(token: string, path: string, body: object) {
  return fetch(`/auth/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}
