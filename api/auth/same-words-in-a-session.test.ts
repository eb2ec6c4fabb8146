import { describe, expect, it } from 'vitest';
import { openBrowser, signedInPerson } from '#test/support/people.ts';
import { openTestApi } from '#test/support/test-api.ts';

// Statuses, codes and messages that programs written for Supabase Auth compare with.
const { call, fetch, bugs } = await openTestApi({ auth: { settings: { isAnonymousOpen: true } } });
const nobody = '83fd9e20-7a80-46e4-bf29-a86e3d6bbf66';

describe('answers with Supabase Auth’s messages', () => {
  it('somebody without an address requests a code', async () => {
    const { auth } = openBrowser(call);
    await auth.signInAnonymously();
    expect((await auth.reauthenticate()).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Reauthentication requires the user to have an email or a phone number',
    });
  });

  it('factors: a duplicate name, too many, and a challenge that is not theirs', async () => {
    const { auth } = (await signedInPerson(call)).browser;
    const enroll = (friendlyName: string) => auth.mfa.enroll({ factorType: 'totp', friendlyName });
    const first = await enroll('My phone');
    expect((await enroll('My phone')).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
      message: 'A factor with the friendly name "My phone" for this user already exists',
    });
    const factorId = first.data?.id ?? '';
    const asked = await auth.mfa.challenge({ factorId });
    const verify = (challengeId: string) =>
      auth.mfa.verify({ factorId, challengeId, code: '123456' });
    expect((await verify(nobody)).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_not_found',
      message: 'MFA factor with the provided challenge ID not found',
    });
    const challengeId = asked.data?.id ?? '';
    for (let tried = 0; tried < 5; tried += 1) await verify(challengeId);
    expect((await verify(challengeId)).error).toMatchObject({
      status: 422,
      code: 'mfa_challenge_expired',
      message: `MFA challenge ${challengeId} has expired, verify against another challenge or create a new challenge.`,
    });
    for (let more = 1; more < 10; more += 1) await enroll(`No. ${more}`);
    expect((await enroll('One more')).error).toMatchObject({
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
      message: 'Maximum number of verified factors reached, unenroll to continue',
    });
  });

  it('recovery codes that do not exist', async () => {
    const { recoveryCodes } = (await signedInPerson(call)).browser.auth.mfa;
    for (const [answer, ...expected] of [
      [
        await recoveryCodes.getStatus(),
        404,
        'mfa_factor_not_found',
        'The user has not enrolled recovery codes',
      ],
      [
        await recoveryCodes.generate(),
        422,
        'mfa_recovery_codes_sole_factor',
        'At least one other verified factor is required to generate recovery codes',
      ],
      [
        await recoveryCodes.verify({ code: 'abcd-efgh' }),
        422,
        'mfa_verification_failed',
        'Invalid recovery code entered',
      ],
      [
        await recoveryCodes.verify({ code: '' }),
        400,
        'validation_failed',
        'Code needs to be non-empty',
      ],
    ] as const) {
      const { status, code, message } = answer.error ?? {};
      expect([status, code, message]).toEqual(expected);
    }
  });

  it('an identity with an invalid id, and the only one', async () => {
    const { session } = await signedInPerson(call);
    const unlink = async (id: string) => {
      const headers = { authorization: `Bearer ${session.access_token}` };
      return (await fetch(`/auth/v1/user/identities/${id}`, { method: 'DELETE', headers })).json();
    };
    expect(await unlink('first')).toEqual({
      code: 404,
      error_code: 'validation_failed',
      msg: 'identity_id must be an UUID',
    });
    expect(await unlink(nobody)).toMatchObject({
      code: 422,
      error_code: 'single_identity_not_deletable',
    });
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
