import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/browser.ts';
import { openCommands } from '../support/commands.ts';
import {
  callAuth,
  dismissToasts,
  fillSignIn,
  newestMail,
  newPerson,
  toastOf,
} from '../support/people-on-screen.ts';
import { addAuthenticator } from '../support/second-factor-on-screen.ts';
import { createSites } from '../support/site.ts';
import { heading } from '../support/staff-on-screen.ts';
import { testKeys } from '../support/test-keys.ts';

const sites = createSites('site-staff-');
test.afterAll(() => sites.clear());

const commands = openCommands();
test.afterAll(() => commands.close());

/** Runs `npm run staff -- …` beside a running site. */
const runStaff = (dataDir: string, ...words: string[]) =>
  commands.run({ DATA_DIR: dataDir }, 'staff', ...words);

test('the command invites the first owner, and a passkey alone is the factor that opens /staff', async ({
  browser,
}) => {
  const dataDir = sites.newFolder();
  writeFileSync(join(dataDir, 'keys.json'), JSON.stringify(testKeys), { mode: 0o600 });
  const { url: started } = await sites.start({ DATA_DIR: dataDir });
  // Passkeys work for host names, not for IP addresses.
  const url = started.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await addAuthenticator(page, context);
  const person = await newPerson(url);
  // The code in the mail proves the mailbox.
  const letter = await newestMail(page, person.email, /Confirm your email address/);
  const token = letter.text.match(/\b\d{6}\b/)?.[0];
  const proved = await callAuth(url, '/verify', { type: 'signup', email: person.email, token });
  // Somebody who proves a mailbox only after signing up must choose the password again: the first
  // may have been somebody else's.
  const changed = await fetch(`${url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: testKeys.publishableKey,
      authorization: `Bearer ${proved.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ password: person.password }),
  });
  expect(changed.status).toBe(200);

  expect(await runStaff(dataDir)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^npm run staff -- EMAIL /m),
  });
  expect((await runStaff(dataDir, '--list')).said).toContain('Nobody has a role');
  expect((await runStaff(dataDir, '--lost-factor', person.email)).said).toContain(
    'is not the only owner',
  );
  expect(await runStaff(dataDir, person.email)).toMatchObject({
    code: 0,
    said: expect.stringContaining(`The running site emails ${person.email}`),
  });
  const invitation = await newestMail(page, person.email, /You are invited to help/);
  const link = invitation.text.match(/https?:\S+\/auth\?next=\S+/)?.[0] ?? '';

  await page.goto('/auth?next=/account');
  await fillSignIn(page, person);
  await page.waitForURL(({ pathname }) => pathname === '/account');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await passkeys.getByRole('textbox', { name: 'Name' }).fill('Phone');
  await passkeys.getByRole('button', { name: 'Create the passkey' }).click();
  await expect(toastOf(page, 'Passkey added')).toBeVisible();
  await page.goto(new URL(link).searchParams.get('next') ?? '');
  await expect(heading(page)).toHaveText('You are invited to help run this site');
  await page.getByRole('button', { name: 'Accept' }).click();
  // A password proves no second factor, although there is one.
  await expect(heading(page)).toHaveText('Confirm that it is you');
  await page.goto('/account');
  await dismissToasts(page);
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/account');
  await page.goto('/staff/team');
  await expect(heading(page)).toHaveText('Team');
  await expect(page.getByRole('row', { name: person.email })).toContainText('Owner');

  const again = await runStaff(dataDir, 'another@people.example');
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('This site has an owner') });
  expect((await runStaff(dataDir, '--list')).said).toContain(`owner   ${person.email}  (accepted)`);
  expect((await runStaff(dataDir, '--check-log')).said).toMatch(/All \d+ entries hold together/);
  expect(await runStaff(dataDir, '--lost-factor', person.email)).toMatchObject({ code: 0 });
  await page.reload();
  await expect(heading(page)).toHaveText('404 Oops! Page not found');
  await context.close();
});
