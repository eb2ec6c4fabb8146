import { expect, patient, testEngine, testOnOwnSite } from '../support/browser.ts';
import { expectSound } from '../support/sound.ts';
import { comeInAsStaff } from '../support/staff-on-screen.ts';
import { startTestServer } from '../support/start-test-server.ts';

const test = testOnOwnSite(() => startTestServer(testEngine(), patient));

/** Thirty people; two lines are wrong. */
const lines = Array.from({ length: 30 }, (_, place) =>
  place === 11
    ? 'CIHIS-XX,Wrong Code,wrong@list.example,2026-10-01'
    : place === 20
      ? 'CIHIS-AI,王小明,wang@list.example,2026-10-01'
      : `CIHIS-AI,Person ${place},person-${place}@list.example,10/01/2026`,
);
const file = (text: string) => ({
  name: 'november.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
const list = `credential,name,email,awarded on\r\n${lines.join('\r\n')}`;

test('staff import a list of thirty with two errors, and the same list again', async ({
  page,
  context,
  site,
  complaints,
}) => {
  await comeInAsStaff(context, site, 'staff');
  await page.goto('/staff/credentials');
  await expect(page.getByText('Sample', { exact: true }).first()).toBeVisible();
  await expectSound(page, { state: 'the samples of the demo' });
  await page.getByRole('link', { name: 'Award from a file' }).click();
  await page.getByLabel('The file').setInputFiles(file('name\nJane'));
  await expect(page.getByText('It lacks “credential”, “awarded on”')).toBeVisible();

  // As Excel saves it: “Unicode Text”, and plain “CSV” on Windows.
  const one = 'credential\tname\tawarded on\nCIHIS-AI\tRenée Noël\t2026-10-01';
  const guess = page.getByText('Look at letters such as é and ü in the names');
  for (const [buffer, isGuess] of [
    [Buffer.from(`\uFEFF${one}`, 'utf16le'), false],
    [Buffer.from(one.replaceAll('\t', ';'), 'latin1'), true],
  ] as const) {
    await page.getByLabel('The file').setInputFiles({ ...file(''), buffer });
    await expect(page.getByRole('row', { name: /Renée Noël/ })).toContainText('Awards it');
    await expect(guess).toHaveCount(Number(isGuess));
  }

  // A late answer about a previously chosen file is not shown beside the next one.
  const answerLate = Promise.withResolvers<void>();
  await page.route(
    '**/staff-preview-credentials',
    async (route) => {
      await answerLate.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByLabel('The file').setInputFiles(file('credential,name\nCIHIS-AI,Too Late'));
  await page.getByLabel('The file').setInputFiles(file(list));
  await expect(page.getByText('28 lines to award, 2 with errors.')).toBeVisible();
  const answeredLate = page.waitForResponse('**/staff-preview-credentials');
  answerLate.resolve();
  await answeredLate;
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(page.getByText('It lacks')).toHaveCount(0);
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.nth(1)).toContainText('There is no credential “CIHIS-XX”');
  await expect(rows.nth(2)).toContainText('fonts cannot set');
  await expectSound(page, { state: 'the preview' });
  const award = page.getByRole('button', { name: 'Award 28 credentials' });
  await expect(award).toBeDisabled();
  await page.getByLabel('Leave out the 2 lines with errors').check();
  await award.press('Enter');
  await expect(page.getByText('28 credentials are awarded')).toBeVisible();

  await page.getByLabel('The file').setInputFiles(file(list));
  await expect(
    page.getByText('No lines to award, 28 awarded before, 2 with errors.'),
  ).toBeVisible();

  await page.getByRole('link', { name: 'All credentials' }).click();
  await page.getByLabel('Number, name or address').fill('person-7@');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByText('1 shown, which is all')).toBeVisible();
  await expectSound(page, { state: 'the list' });
  await page.getByRole('link', { name: 'Person 7' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Person 7');
  await page.getByRole('button', { name: 'Correct the name' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Persona Seven');
  await page.getByRole('button', { name: 'Correct it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Persona Seven');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByLabel('Why').fill('The exam was not theirs.');
  await expectSound(page, { state: 'asked whether to revoke' });
  await page.getByRole('button', { name: 'Revoke it' }).click();
  await expect(page.getByText('The credential is revoked.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suspend' })).toHaveCount(0);
  await expectSound(page, { state: 'a revoked credential' });
  expect(complaints.filter((each) => !/404|400/.test(each))).toEqual([]);
});

test('an owner sets how long a credential stays valid and what counts towards it, and awards one', async ({
  page,
  context,
  site,
}) => {
  const { id } = await comeInAsStaff(context, site, 'owner');
  await page.goto('/staff/credentials/types');
  const tier = page.getByRole('listitem').filter({ hasText: 'CIHIS-S Student' });
  await tier.getByText('Change what it takes').click();
  await tier.getByLabel(/Valid for so many months/).fill('24');
  await tier.getByLabel('Renewed by continuing education').check();
  await tier.getByRole('button', { name: 'Save as a new version' }).click();
  await expect(tier).toContainText('version 2 · 120 hours · valid for 24 months');
  const hours = page.getByRole('spinbutton', { name: 'Prompts that cite the record' });
  await hours.fill('3');
  await page.getByRole('button', { name: 'Save what counts' }).click();
  await expect(page.getByText('Holders now see what counts')).toBeVisible();
  await expectSound(page, { state: 'what can be awarded' });
  const chosen = page.getByLabel('Tier');
  await chosen.press('ArrowDown');
  await expect(hours).toHaveValue('');
  await expect(chosen).toBeFocused();
  await hours.fill('5');
  await chosen.selectOption({ index: 0 });
  await expect(hours).toHaveValue('3');
  await chosen.selectOption({ index: 1 });
  await expect(hours, 'what was typed before the other tier was looked at').toHaveValue('5');

  await page.goto('/staff/credentials/award');
  await page.getByLabel('Credential').selectOption({ label: 'CIHIS-S Student' });
  await page.getByLabel('Name').fill('Zoë Núñez');
  await page.getByLabel('Awarded on').fill('2026-10-01');
  await page.reload();
  await expect(page.getByLabel('Name')).toHaveValue('Zoë Núñez');
  await expectSound(page, { state: 'the form' });
  await page.getByRole('button', { name: 'Award it' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zoë Núñez');
  await expect(page.getByText('Valid through')).toBeVisible();
  await expect(page.getByText('No address was given')).toBeVisible();
  // If there is no address, no mail is promised.
  await page.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByRole('dialog')).toContainText('Nobody is told by email');
  await page.getByRole('button', { name: 'Close' }).click();
  await page.goto(`${page.url()}/replace`);
  await page.getByLabel('Why').fill('Another day.');
  await page.getByLabel('Email address').fill('zoe@people.example');
  await page.reload();
  await expect(page.getByLabel('Why')).toHaveValue('Another day.');
  await expect(page.getByLabel('Email address')).toHaveValue('zoe@people.example');
  await page.goBack();

  // Nobody may replace their own credential, not even by its address.
  const number = page.url().split('/').at(-1);
  await site.asAdmin((client) =>
    client.query('update register.awards set user_id = $1 where number = $2', [id, number]),
  );
  await page.goto(`/staff/credentials/${number}/replace`);
  await expect(page.getByText('This is about you')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace it' })).toHaveCount(0);
});
