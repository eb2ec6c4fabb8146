import { expect, openPlainPage, patient, testEngine, testOnOwnSite } from '../support/browser.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { newestMail, newPerson, signInDirectly } from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';
import { openStaffBrowser } from '../support/staff-on-screen.ts';
import { startTestServer } from '../support/start-test-server.ts';

const test = testOnOwnSite(() => startTestServer(testEngine(), patient));

test('somebody who got another person’s mail says so, and closing the account can erase the credential', async ({
  page,
  browser,
  site,
}) => {
  const person = await newPerson(site.url);
  const staff = await openStaffBrowser(browser, site, 'staff');
  const award = async (email: string) => {
    await staff.page.goto('/staff/credentials/award');
    await staff.page
      .getByLabel('Credential')
      .selectOption({ label: 'CIHIS-L Leadership and Strategy' });
    await staff.page.getByLabel('Name').fill('Sam Field');
    await staff.page.getByLabel('Email address').fill(email);
    await staff.page.getByRole('button', { name: 'Award it' }).click();
    await expect(staff.page.getByRole('heading', { level: 1 })).toHaveText('Sam Field');
    return staff.page.url().split('/').at(-1) ?? '';
  };
  await award('somebody-else@people.example');
  const mail = await newestMail(page, 'somebody-else@people.example', /awarded to you/);
  const { pathname, search } = new URL(
    mail.text.match(/https?:\S+\/credentials\/claim\S+/)?.[0] ?? '',
  );
  await page.goto(pathname + search);
  await page.getByRole('link', { name: 'That is not me' }).click();
  await expect(page.getByText('If only the name is misspelled')).toBeVisible();
  await page.getByRole('button', { name: 'It is not mine' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for telling us');
  await staff.page.goto('/staff');
  await staff.page.getByRole('link', { name: /not me/ }).click();
  await expect(staff.page.getByText('1 shown, which is all')).toBeVisible();

  await site.database.asService.query({
    text: 'update auth.users set email_proved_at = now() where email = $1',
    values: [person.email],
  });
  const number = await award(person.email);
  const context = await browser.newContext({ baseURL: site.url });
  await signInDirectly(context, site.url, person);
  const own = await context.newPage();
  await own.goto('/account');
  await own
    .getByRole('button', { name: /Delete/ })
    .first()
    .click();
  await own.getByRole('radio', { name: 'Are erased' }).check();
  await own.getByLabel(/to confirm/).fill('delete my account');
  await own.getByRole('button', { name: 'Delete my account for good' }).click();
  await expect(own.getByText('Account deleted')).toBeVisible();
  await page.goto(`/verify/${number}`);
  await expect(page.locator('[data-check="unknown"]')).toBeVisible();
  await staff.context.close();
  await context.close();
});

test('a job says which credential it wants, and the board filters by it, with and without scripts', async ({
  page,
  context,
  site,
}) => {
  const person = await newPerson(site.url);
  const { rows } = await site.database.asService.query<{ id: string }>({
    text: 'select id from auth.users where email = $1',
    values: [person.email],
  });
  const poster = rows[0]?.id ?? '';
  await storeJobs(site.database, [
    jobRow(poster, {
      title: 'Note Reviewer',
      credentials_wanted: ['CIHIS-AI', 'CIHIS-HC'],
      country: 'US',
    }),
    jobRow(poster, { title: 'Denials Lead' }),
  ]);
  const plainPage = await openPlainPage(context, site.url);
  await plainPage.goto('/jobs');
  await plainPage.locator('.board-filters > summary').click();
  await plainPage.getByLabel('Credential wanted').selectOption('CIHIS-HC');
  await plainPage.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(plainPage).toHaveURL(/credential=CIHIS-HC/);
  await expect(plainPage.getByRole('link', { name: 'Note Reviewer', exact: true })).toBeVisible();
  await expect(plainPage.getByText('Denials Lead')).toHaveCount(0);
  await plainPage.close();

  await page.goto('/jobs');
  await page.locator('.board-filters > summary').click();
  await page.getByLabel('Credential wanted').selectOption('CIHIS-HC');
  await expect(page).toHaveURL(/\?credential=CIHIS-HC$/);
  await expect(page.getByText('Denials Lead')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Denials Lead', exact: true })).toBeVisible();
  await expect(page.getByLabel('Credential wanted')).toHaveValue('');
  await page.goForward();
  await expectSound(page, { state: 'the board of one credential' });
  await page.getByRole('link', { name: 'Note Reviewer', exact: true }).click();
  await expect(page.getByRole('link', { name: 'CIHIS-HC Healthcare Professionals' })).toBeVisible();
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.join()).toContain('"EducationalOccupationalCredential"');
});
