import type { Database } from '#database/database.ts';
import { expect, test } from '../support/browser.ts';
import { newEmail } from '../support/people.ts';
import { newestMail, newPerson, signInDirectly, toastOf } from '../support/people-on-screen.ts';

type Server = { url: string; database: Pick<Database, 'asService'> };
type Context = Parameters<typeof signInDirectly>[0];

/** Somebody whose sign-in and confirmations were an hour before each call. */
async function signIn(context: Context, server: Server) {
  const person = await newPerson(server.url);
  const { user } = await signInDirectly(context, server.url, person);
  const passHour = () =>
    server.database.asService.query({
      text: `update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'
        where session_id in (select id from auth.sessions where user_id = $1)`,
      values: [user.id],
    });
  return { person, passHour };
}

test('a new address needs the password first and keeps what was typed, and a second factor needs a code from the mailbox', async ({
  page,
  context,
  server,
}) => {
  const { person, passHour } = await signIn(context, server);
  await passHour();
  const next = newEmail();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(next);
  await page.getByRole('button', { name: 'Send the links' }).click();

  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This is not your password.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('New email')).toHaveValue(next);

  await page.getByRole('button', { name: 'Send the links' }).click();
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(toastOf(page, 'Check your email')).toBeVisible();
  await expect(page.getByText('A change is waiting')).toBeVisible();
  await test.step('a second factor needs a code if the password is not at hand', async () => {
    await passHour();
    await page.getByRole('button', { name: 'Add a second step' }).click();
    await page.getByRole('button', { name: /^Set up Authenticator app/ }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('My phone');
    await page.getByRole('button', { name: 'Continue' }).click();

    await dialog.getByRole('button', { name: 'Send a code' }).click();
    const code = dialog.getByLabel('Code', { exact: true });
    await expect(code).toBeFocused();
    const message = await newestMail(page, person.email, /^Your code/);
    await code.fill(message.code === '000000' ? '000001' : '000000');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The code is wrong, or has expired.');
    await code.fill(message.code);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible();
  });
});

test('a session that has been unused for long says so, and asks to sign in', async ({
  page,
  context,
  server,
}) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  await server.database.asService.query({
    text: `update auth.sessions set not_after = now() - interval '1 minute' where user_id = $1`,
    values: [user.id],
  });
  // A page without React learns it when it polls for news, and says it there.
  await page.goto('/about');
  await expect(toastOf(page, 'Your session has ended')).toHaveCount(1);
  await expect(page.locator('html')).not.toHaveAttribute('data-signed-in', 'true');
  await page.goto('/account');
  await expect(page).toHaveURL(/\/auth$/);
});
