import { expect, it } from 'vitest';
import { type openBrowser, signedInPerson } from '#test/support/people.ts';
import { addApp, codeOf } from '#test/support/second-factor.ts';
import { openTestApi } from '#test/support/test-api.ts';

type Browser = ReturnType<typeof openBrowser>;
const { call, fetch, database } = await openTestApi();

/** Bypasses the official client, which would send one after the other. */
async function askAtOnce(browser: Browser, method: string, paths: string[]) {
  const { session } = (await browser.auth.getSession()).data;
  const headers = { authorization: `Bearer ${session?.access_token}` };
  return Promise.all(paths.map((path) => fetch(`/auth/v1/factors/${path}`, { method, headers })));
}

it('recovery codes are never left alone, even if the last two factors are removed at once', async () => {
  const { browser, user } = await signedInPerson(call);
  const first = await addApp(browser);
  const { data } = await browser.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' });
  const factors = [first.factorId, data?.id ?? ''];
  await browser.auth.mfa.challengeAndVerify({
    factorId: data?.id ?? '',
    code: codeOf(data?.totp.secret ?? ''),
  });
  await browser.auth.mfa.recoveryCodes.generate();
  await askAtOnce(browser, 'DELETE', factors);
  const { rows } = await database.asService.query({
    text: 'select factor_type from auth.mfa_factors where user_id = $1',
    values: [user.id],
  });
  expect(rows).not.toEqual([{ factor_type: 'recovery_code' }]);
});

it('recovery codes generated twice at once are one set', async () => {
  const { browser, user } = await signedInPerson(call);
  await addApp(browser);
  await browser.auth.mfa.recoveryCodes.generate();
  await askAtOnce(browser, 'POST', Array(4).fill('recovery-codes/regenerate'));
  const { rows } = await database.asService.query<{ codes: number }>({
    text: `select count(*)::int as codes from auth.mfa_recovery_codes as c
      join auth.mfa_factors as f on f.id = c.factor_id where f.user_id = $1`,
    values: [user.id],
  });
  expect(rows).toEqual([{ codes: 10 }]);
});
