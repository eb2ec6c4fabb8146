import type { Browser } from '@playwright/test';
import { expect, patient, testEngine, testOnOwnSite } from '../support/browser.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { newestMail, newPerson, signInDirectly } from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';
import { openStaffBrowser } from '../support/staff-on-screen.ts';
import { startTestServer } from '../support/start-test-server.ts';

const test = testOnOwnSite(() => startTestServer(testEngine(), patient));

test('a credential is awarded, claimed, shared, checked by a stranger, and revoked', async ({
  page,
  context,
  browser,
  site,
  complaints,
}) => {
  const person = await newPerson(site.url);
  await site.database.asService.query({
    text: 'update auth.users set email_proved_at = null where email = $1',
    values: [person.email],
  });
  const staff = await openStaffBrowser(browser, site, 'staff');
  await staff.page.goto('/staff/credentials/award');
  await staff.page.getByLabel('Credential').selectOption({ label: 'CIHIS-AI Applied Practice' });
  await staff.page.getByLabel('Name').fill('Maya Torres');
  await staff.page.getByLabel('Email address').fill(person.email);
  await staff.page.getByLabel('Valid through').fill('2099-01-31');
  await staff.page.getByRole('button', { name: 'Award it' }).click();
  await expect(staff.page.getByText('not claimed yet')).toBeVisible();

  // The mail, and its page without script.
  const mail = await newestMail(page, person.email, /A credential was awarded to you/);
  const link = mail.text.match(/https?:\S+\/credentials\/claim\S+/)?.[0] ?? '';
  const plain = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const plainPage = await plain.newPage();
  const { pathname, search } = new URL(link);
  await plainPage.goto(pathname + search);
  await expect(plainPage.getByRole('heading', { level: 1 })).toHaveText('Claim your credential');
  await expect(plainPage.getByRole('link', { name: 'Sign in and claim' })).toBeVisible();
  await plain.close();
  await page.goto(pathname + search);
  await expectSound(page, { state: 'the page of the mail' });

  // Without the mailbox proved nothing is theirs.
  await signInDirectly(context, site.url, person);
  await page.goto('/credentials');
  await expect(page.getByText('Confirm your email address first')).toBeVisible();
  await expectSound(page, { state: 'not proved' });
  await site.database.asService.query({
    text: 'update auth.users set email_proved_at = now() where email = $1',
    values: [person.email],
  });
  await page.reload();
  await expect(page.getByText('A credential waits for you')).toBeVisible();
  await expectSound(page, { state: 'one waits' });
  await page.getByRole('button', { name: 'Claim it' }).press('Enter');
  const held = page.getByRole('article', { name: 'CIHIS-AI Applied Practice' });
  await expect(held).toContainText('Maya Torres');
  await expect(held).toContainText('January 31, 2099');
  await expectSound(page, { state: 'a credential that is held' });

  const added = new URL(
    (await held.getByRole('link', { name: 'Add to LinkedIn' }).getAttribute('href')) ?? '',
  );
  const number = added.searchParams.get('certId') ?? '';
  expect(Object.fromEntries(added.searchParams)).toMatchObject({
    startTask: 'CERTIFICATION_NAME',
    name: 'CIHIS-AI Applied Practice',
    expirationYear: '2099',
    expirationMonth: '1',
    certUrl: `${site.url}/verify/${number}`,
  });
  const download = page.waitForEvent('download');
  await held.getByRole('button', { name: 'Certificate, Letter (PDF)' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);

  // By the holder's choice alone.
  const stranger = await browser.newContext({ baseURL: site.url });
  const strangerPage = await stranger.newPage();
  const robots = strangerPage.locator('meta[name="robots"]');
  await strangerPage.goto(`/verify/${number}`);
  await expect(strangerPage.locator('[data-check="active"]')).toContainText('Maya Torres');
  await expect(robots).toHaveAttribute('content', /noindex/);
  await held.getByRole('switch', { name: 'Search engines may show its page' }).check();
  await expect(page.getByText('Saved.')).toBeVisible();

  // An employer finds the holder by what the register says, and a seal is all that there is of it.
  await site.database.asService.query({
    text: `insert into public.candidate_profiles (user_id, public_profile, headline)
      select id, true, 'Coder with a seal' from auth.users where email = $1`,
    values: [person.email],
  });
  const employer = await enterAsMember(browser, site);
  await employer.page.goto('/browse-candidates?verified=CIHIS-AI');
  const found = employer.page.getByRole('article').filter({ hasText: 'Coder with a seal' });
  await expect(found).toContainText('Verified: CIHIS-AI');
  await expectSound(employer.page, { state: 'verified candidates' });
  await found.getByRole('link', { name: 'Coder with a seal' }).click();
  await expect(
    employer.page.getByRole('heading', { name: 'Verified in our register' }),
  ).toBeVisible();
  await expect(employer.page.getByText(number)).toHaveCount(0);
  await held.getByRole('radio', { name: 'The seal, with number and link' }).check();
  await expect(page.getByText('Saved.')).toBeVisible();
  await employer.page.reload();
  await expect(employer.page.getByRole('link', { name: number })).toBeVisible();

  // Staff take it back, and everything says so.
  await staff.page.reload();
  await staff.page.getByRole('button', { name: 'Revoke' }).click();
  await staff.page.getByLabel('Why').fill('The exam was not theirs.');
  await staff.page.getByRole('button', { name: 'Revoke it' }).click();
  await expect(staff.page.getByText('The credential is revoked.')).toBeVisible();
  await strangerPage.reload();
  await expect(strangerPage.locator('[data-check="revoked"]')).toBeVisible();
  await employer.page.reload();
  await expect(employer.page.getByRole('heading', { level: 1 })).toHaveText('Coder with a seal');
  await expect(employer.page.getByText('Verified')).toHaveCount(0);
  await employer.context.close();
  await page.reload();
  await expect(held).toContainText('It was revoked');
  await expect(held).toContainText('The exam was not theirs.');
  await expect(held.getByRole('button', { name: 'Certificate, Letter (PDF)' })).toHaveCount(0);
  await expectSound(page, { state: 'a revoked one' });
  expect((await newestMail(page, person.email, /revoked/)).text).toContain(
    'The exam was not theirs.',
  );
  await staff.context.close();
  await stranger.close();
  expect(complaints).toEqual([]);
});

test('whoever got somebody else’s mail says so, and closing the account can erase', async ({
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
  await page.getByRole('button', { name: 'That is not me' }).click();
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

test('a job says which credential it wants, and the board is asked for it, with script and without', async ({
  page,
  browser,
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
  const plain = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const plainPage = await plain.newPage();
  await plainPage.goto('/jobs');
  await plainPage.getByLabel('Credential wanted').selectOption('CIHIS-HC');
  await plainPage.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(plainPage).toHaveURL(/credential=CIHIS-HC/);
  await expect(plainPage.getByRole('link', { name: 'Note Reviewer', exact: true })).toBeVisible();
  await expect(plainPage.getByText('Denials Lead')).toHaveCount(0);
  await plain.close();

  await page.goto('/jobs');
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

/** An employer with a membership. */
async function enterAsMember(browser: Browser, { url, database }: Site) {
  const person = await newPerson(url);
  await database.asService.query({
    text: `with member as (
        update auth.users set email_proved_at = now() where email = $1 returning id
      ), paid as (
        insert into public.subscriptions (user_id, product_id, status, current_period_end)
          select id, 'prod_test', 'active', now() + interval '1 day' from member
      )
      insert into public.employers (user_id, company) select id, 'Tidewater Health' from member`,
    values: [person.email],
  });
  const context = await browser.newContext({ baseURL: url });
  await signInDirectly(context, url, person);
  return { context, page: await context.newPage() };
}

type Site = Awaited<ReturnType<typeof startTestServer>>;
