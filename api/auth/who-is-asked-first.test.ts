import { expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { testKeys } from '#test/support/test-keys.ts';

const { fetch } = await openTestApi();
const nobody = '00000000-0000-4000-8000-000000000000';

it.each([
  ['PUT', '/user'],
  ['POST', '/reauthenticate'],
  ['POST', '/factors'],
  ['POST', `/factors/${nobody}/challenge`],
  ['POST', `/factors/${nobody}/verify`],
  ['DELETE', `/factors/${nobody}`],
  ['POST', '/factors/recovery-codes'],
  ['POST', '/factors/recovery-codes/verify'],
  ['POST', '/passkeys/registration/options'],
  ['POST', '/passkeys/registration/verify'],
  ['PATCH', `/passkeys/${nobody}`],
])('%s %s takes a session, whatever is said', async (method, path) => {
  for (const body of ['{}', '[]']) {
    const answer = await fetch(`/auth/v1${path}`, { method, body });
    expect(await answer.json()).toMatchObject({
      code: 401,
      error_code: 'no_authorization',
      msg: 'This endpoint requires a valid Bearer token',
    });
  }
});

it('a number in an address is no JSON, and breaks a rule', async () => {
  const asAdmin = { headers: { apikey: testKeys.secretKey } };
  const answer = await (await fetch('/auth/v1/admin/users?page=x', asAdmin)).json();
  expect(answer).toMatchObject({ code: 400, error_code: 'validation_failed' });
  expect(answer.msg).toMatch(/^Bad Pagination Parameters: page/);
});
