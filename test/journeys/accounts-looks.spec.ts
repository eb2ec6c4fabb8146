import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { callAuth, fillSignIn, newPerson, signInDirectly } from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';

const expectLooks = (page: Page, state: string) => expectSound(page, { state, part: 'main' });

test('the account with its forms open', async ({ page, context, server }) => {
  const person = await newPerson(server.url);
  await server.database.asService.query({
    text: `update auth.users set raw_user_meta_data = '{"full_name": "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren"}'
      where email = $1`,
    values: [person.email],
  });
  await signInDirectly(context, server.url, { ...person });
  await page.goto('/account');
  await expect(page.getByText(/^Wolfe/)).toBeVisible();
  for (const name of [
    'Change name',
    'Change email',
    'Change password',
    'Show history',
    'Delete my account',
  ]) {
    await page.getByRole('button', { name }).click();
  }
  await page.getByRole('button', { name: 'Add a second step' }).click();
  await page.getByRole('button', { name: 'Set up Authenticator app' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const code = page.getByAltText('QR code for your authenticator app');
  await expect(code).toBeVisible();
  await test.step('a code that can be scanned in a reader’s own colors, too', async () => {
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
    await expect(code).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.emulateMedia({ forcedColors: null });
  });
  await expect(page.getByText('Account created')).toBeVisible();
  await expectLooks(page, 'forms');
});

test('the second step of signing in', async ({ page, server }) => {
  const person = await newPerson(server.url);
  const { user } = await callAuth(server.url, '/token?grant_type=password', person);
  await server.database.asService.query({
    text: `insert into auth.mfa_factors (user_id, factor_type, friendly_name, status, secret, phone)
      values ($1, 'totp', 'Phone app', 'verified', 'JBSWY3DPEHPK3PXP', null),
        ($1, 'phone', 'Phone', 'verified', null, '19195550100'),
        ($1, 'recovery_code', 'Recovery codes', 'verified', null, null)`,
    values: [user.id],
  });
  await page.goto('/auth');
  await fillSignIn(page, person);
  await expect(page.getByLabel('Code')).toBeVisible();
  await expectLooks(page, 'a code');
  await page.getByRole('button', { name: 'Text message (Phone)' }).click();
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByLabel('Code')).toBeVisible();
  await expectLooks(page, 'a text message');
  await page.getByRole('button', { name: 'Recovery code' }).click();
  await page.getByLabel('Recovery code').fill('abcd-efgh-jkmn-pqrs');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectLooks(page, 'a wrong recovery code');
});
