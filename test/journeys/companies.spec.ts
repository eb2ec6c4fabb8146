import type { Page } from '@playwright/test';
import { expect, test, testEngine, testOnOwnSite } from '../support/browser.ts';
import { join, provedAddress } from '../support/companies.ts';
import { passDay } from '../support/employers.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { startNameServer } from '../support/name-server.ts';
import { giveProfile, newPerson, signInDirectly, toastOf } from '../support/people-on-screen.ts';
import { picture } from '../support/pictures.ts';
import { expectLargeLettersFit } from '../support/reflow.ts';
import { expectSound } from '../support/sound.ts';
import { openStaffBrowser } from '../support/staff-on-screen.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

const wide = { width: 1280, height: 900 };
const mark = (page: Page) => page.locator('main .company-mark').first();

/** Somebody signed in who has posted for a company of this name. */
async function employer(page: Page, server: TestServer, name: string) {
  const person = await newPerson(server.url);
  const { user } = await signInDirectly(page.context(), server.url, person);
  const [job = ''] = await storeJobs(server.database, [jobRow(user.id, { company: name })]);
  const { rows } = await server.database.asService.query<{ id: string; slug: string }>({
    text: 'select c.id, c.slug from public.companies as c join public.jobs as j on j.company_id = c.id where j.id = $1',
    values: [job],
  });
  return {
    id: user.id,
    email: person.email,
    job,
    company: rows[0]?.id ?? '',
    slug: rows[0]?.slug ?? '',
  };
}

test('when two people edit a company’s page, the second is told and loses nothing', async ({
  page,
  context,
  server,
}) => {
  const { slug } = await employer(page, server, 'Night Heron Clinics');
  const other = await context.newPage();
  for (const each of [page, other]) await each.goto('/my-company');
  await other.getByLabel('About').fill('We run eleven clinics.');
  await page.getByLabel('About').fill('We run nine.');
  await page.getByRole('button', { name: 'Save the page' }).click();
  await expect(toastOf(page, 'Page saved')).toBeVisible();
  await other.getByRole('button', { name: 'Save the page' }).click();
  await expect(other.getByRole('alert')).toContainText('A colleague has changed the page');
  await expect(other.getByLabel('About')).toHaveValue('We run eleven clinics.');
  await other.getByRole('button', { name: 'Save the page' }).click();
  await expect(toastOf(other, 'Page saved')).toBeVisible();
  await other.getByLabel('About').fill('We run twelve clinics.');
  await Promise.all([
    other.waitForResponse((response) => response.request().method() === 'PATCH'),
    other.getByRole('button', { name: 'Save the page' }).click(),
  ]);
  await other.goto(`/company/${slug}`);
  await expect(other.getByText('We run twelve clinics.')).toBeVisible();
});

test('a company proves its domain by a mail address, gets a page with a logo, and changes its name tomorrow', async ({
  page,
  server,
}) => {
  const { id, job, slug } = await employer(page, server, 'Blue Heron Clinics');
  await page.goto('/my-company');
  await expect(mark(page)).toHaveText('Not verified yet');
  await expectSound(page, { state: 'a company that proved nothing', part: 'main' });
  await expectLargeLettersFit(page);
  await page.getByLabel('Web address').fill('gmail.com');
  await page.getByRole('button', { name: 'Save the web address' }).click();
  await expect(page.getByText('Anybody can have a mailbox there.')).toBeVisible();
  await page.getByLabel('Web address').fill('www.blueheron.example/about');
  await page.keyboard.press('Enter');
  await expect(page.getByText('@blueheron.example')).toBeVisible();
  await provedAddress(server.database, id, `kim-${id}@mail.blueheron.example`);
  await page.reload();
  await expect(mark(page)).toHaveText('Domain blueheron.example proven');

  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await picture('png') };
  await page.getByLabel('Logo file').setInputFiles(logo);
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect(page.getByRole('button', { name: 'Upload a logo' })).toBeFocused();
  await page.getByLabel('Logo file').setInputFiles(logo);
  await expect(page.getByAltText('Logo of Blue Heron Clinics')).toBeVisible();
  await page.getByLabel('About').fill('We run eleven clinics.');
  await page.getByRole('button', { name: 'Save the page' }).click();
  await expect(toastOf(page, 'Page saved')).toBeVisible();
  await page.getByLabel('Name of the company').fill('Grey Heron Clinics');
  await page.getByRole('button', { name: 'Save the name' }).click();
  await expect(page.getByText('“Grey Heron Clinics” from')).toBeVisible();
  await expectSound(page, { state: 'a proven company', part: 'main' });

  await page.getByRole('link', { name: 'See its page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blue Heron Clinics');
  await expect(mark(page)).toHaveText('Domain blueheron.example proven');
  await expect(page.locator('.company-logo')).toHaveJSProperty('complete', true);
  await expect(page.getByText('We run eleven clinics.')).toBeVisible();
  await expectSound(page, { state: 'the page of a company', part: 'main' });
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.join()).toContain('"@type":"Organization"');
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain(`/company/${slug}<`);
  await page.getByRole('link', { name: 'Denials Analyst' }).click();
  await expect(page).toHaveURL(new RegExp(job));
  await expect(mark(page)).toHaveText('Domain blueheron.example proven');
  await expect(
    page.locator('.job-facts').getByRole('link', { name: 'Blue Heron Clinics' }),
  ).toHaveAttribute('href', `/company/${slug}`);

  await server.database.asService.query({
    text: 'update public.jobs set is_active = false where id = $1',
    values: [job],
  });
  await page.goto(`/company/${slug}`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  expect((await page.request.get('/company/nobody-here')).status()).toBe(404);
});

test('staff verify a company by its evidence, and award a domain that two claim to one of them', async ({
  page,
  browser,
  server,
}) => {
  await employer(page, server, 'Tiny Practice');
  await page.goto('/my-company');
  await page.getByText('Ask us to check the company').click();
  await page.getByLabel('How can we check it?').fill('too short');
  await page.getByRole('button', { name: 'Ask for a check' }).click();
  await expect(page.getByText('Enter at least 20 characters')).toBeVisible();
  await page
    .getByLabel('How can we check it?')
    .fill('NC registration 1234567, listed with our phone.');
  await page.reload();
  await expect(page.getByLabel('How can we check it?')).toHaveValue(/^NC registration 1234567/);
  await page.getByRole('button', { name: 'Ask for a check' }).click();
  const isRefused = page.getByText('Confirm your email address first.').first();
  await expect(isRefused.or(page.getByText('We are checking the company'))).toBeVisible();
  if (await isRefused.isVisible()) {
    await server.database.asService.query({
      text: 'update auth.users set email_proved_at = now() where id in (select user_id from public.company_members as m join public.companies as c on c.id = m.company_id where c.name = $1)',
      values: ['Tiny Practice'],
    });
    await page.getByRole('button', { name: 'Ask for a check' }).click();
    await expect(page.getByText('We are checking the company')).toBeVisible();
  }

  const { page: counter, context } = await openStaffBrowser(browser, server, 'staff');
  await counter.goto('/staff/claims');
  const row = counter.getByRole('row', { name: /Tiny Practice/ });
  await expect(row).toContainText('NC registration 1234567');
  await expectSound(counter, { state: 'what companies claim' });
  await row.getByRole('button', { name: 'Confirm the company' }).click();
  const dialog = counter.getByRole('dialog');
  await dialog.getByRole('textbox').fill('The register lists the number that answered.');
  await dialog.getByRole('button', { name: 'Confirm the company' }).click();
  await expect(row.getByRole('button', { name: 'Take it back' })).toBeVisible();
  await page.reload();
  await expect(mark(page)).toHaveText('Checked by our staff');
  await context.close();
});

test('a candidate hides from a company, its similar names and whoever joins them', async ({
  page,
  server,
}) => {
  const names = ['Mercy Health', 'Mercy Healthcare', 'Mercy Health Partners'];
  const posters = await Promise.all(names.map(() => server.actors.member()));
  await storeJobs(
    server.database,
    names.map((company, place) => jobRow(posters[place]?.id ?? '', { company })),
  );
  const person = await newPerson(server.url);
  await giveProfile(server.url, person);
  const { user } = await signInDirectly(page.context(), server.url, person);
  await page.setViewportSize(wide);
  await page.goto('/candidate-profile');
  await page.locator('.profile-more').scrollIntoViewIfNeeded();
  const company = page.getByRole('textbox', { name: 'Company', exact: true });
  await company.fill('Mercy Health');
  const similar = page.getByRole('group', { name: /^Similar names here/ });
  await expect(similar.getByRole('checkbox')).toHaveCount(2);
  await expect(similar.getByLabel('Mercy Healthcare')).toBeChecked();
  await similar.getByLabel('Mercy Health Partners').uncheck();
  await expectSound(page, { state: 'similar names', part: 'main' });
  await page.getByRole('button', { name: 'Hide from this company' }).click();
  const hides = page.getByRole('list', { name: 'Companies that you hide from' });
  await expect(hides.getByRole('listitem')).toHaveText([/^Mercy Health/, /^Mercy Healthcare/]);
  // Pressed before the lookup is done, it is waited for: all of them.
  await company.fill('mercyhealth.example');
  await company.press('Enter');
  await expect(
    page.getByText('You already hide').or(hides.getByText('Mercy Health Partners')),
  ).not.toHaveCount(0);

  const sees = async (member: (typeof posters)[number] | undefined) => {
    const { data } = (await member?.client
      .from('candidate_profiles')
      .select('id')
      .eq('user_id', user.id)) ?? { data: [] };
    return data?.length === 1;
  };
  await server.database.asService.query({
    text: 'update public.candidate_profiles set public_profile = true where user_id = $1',
    values: [user.id],
  });
  for (const poster of posters) if (poster) await passDay(server.database, poster);
  expect([await sees(posters[0]), await sees(posters[1])]).toEqual([false, false]);
  const colleague = await server.actors.member();
  expect(await sees(colleague)).toBe(true);
  const { rows } = await server.database.asService.query<{ id: string }>({
    text: "select id from public.companies where name = 'Mercy Healthcare'",
  });
  await join(server.database, rows[0]?.id ?? '', colleague.id);
  await passDay(server.database, colleague);
  expect(await sees(colleague)).toBe(false);
});

const names = await startNameServer();
const onOwnSite = testOnOwnSite(() =>
  startTestServer(testEngine(), { DNS_SERVERS: names.address }),
);
onOwnSite.afterAll(() => names.stop());

onOwnSite('a company proves its domain by a record', async ({ page, site }) => {
  await employer(page, site, 'Osprey Labs');
  await page.goto('/my-company');
  await page.getByLabel('Web address').fill('osprey.example');
  await page.getByRole('button', { name: 'Save the web address' }).click();
  await page.getByText('Prove it with a TXT record').click();
  await page.getByRole('button', { name: 'Look for the record' }).click();
  await expect(page.getByText('The record is not there yet.')).toBeVisible();
  await expectSound(page, { state: 'a record that is missing', part: 'main' });
  const [name = '', text = ''] = await page.locator('.my-company-record code').allTextContents();
  names.records.set(name, ['v=spf1 -all', text]);
  await page.getByRole('button', { name: 'Look for the record' }).click();
  await expect(mark(page)).toHaveText('Domain osprey.example proven');
});
