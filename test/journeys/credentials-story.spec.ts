import { readFileSync } from 'node:fs';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { readBit } from '#api/credentials/badge/status-list.ts';
import { expect, openPlainPage, patient, testEngine, testOnOwnSite } from '../support/browser.ts';
import { newestMail, newPerson, signInDirectly } from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';
import { openStaffBrowser } from '../support/staff-on-screen.ts';
import { startTestServer } from '../support/start-test-server.ts';

const test = testOnOwnSite(() => startTestServer(testEngine(), patient));

/** Thirty people, one of whom has an account; two lines are wrong. */
function listOfThirty(email: string): string {
  const lines = Array.from({ length: 30 }, (_, place) => {
    if (place === 4) return `CIHIS-AI,Maya Torres,${email},2026-10-01,2099-01-31`;
    if (place === 11) return 'CIHIS-XX,Wrong Code,wrong@story.example,2026-10-01,';
    if (place === 20) return 'CIHIS-AI,No Day,day@story.example,2026-13-01,';
    return `CIHIS-AI,Person ${place},person-${place}@story.example,10/01/2026,`;
  });
  return `credential,name,email,awarded on,expires on\r\n${lines.join('\r\n')}`;
}

test('staff import a list of thirty, somebody claims theirs and shares it, an employer finds and verifies it, and everybody learns of its revocation', async ({
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
  await staff.page.goto('/staff/credentials/import');
  await staff.page.getByLabel('The file').setInputFiles({
    name: 'november.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(listOfThirty(person.email)),
  });
  await expect(staff.page.getByText('28 lines to award, 2 with errors.')).toBeVisible();
  await staff.page.getByLabel('Leave out the 2 lines with errors').check();
  await staff.page.getByRole('button', { name: 'Award 28 credentials' }).click();
  await expect(staff.page.getByText('28 credentials are awarded')).toBeVisible();
  // Nobody has read it since the start, so it is rendered now.
  await page.goto('/certifications/applied-practice');
  await expect(page.getByText('Held by 28 people')).toBeVisible();
  await expect(page.getByRole('img', { name: /marked as a sample/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Already Certified? Claim It' })).toBeVisible();

  // The mail, and its page without scripts.
  const mail = await newestMail(page, person.email, /A credential was awarded to you/);
  const link = mail.text.match(/https?:\S+\/credentials\/claim\S+/)?.[0] ?? '';
  const plainPage = await openPlainPage(context, site.url);
  const { pathname, search } = new URL(link);
  await plainPage.goto(pathname + search);
  await expect(plainPage.getByRole('heading', { level: 1 })).toHaveText('Claim your credential');
  await expect(plainPage.getByRole('link', { name: 'Sign in and claim' })).toBeVisible();
  await plainPage.close();
  await page.goto(pathname + search);
  await expectSound(page, { state: 'the page of the mail' });

  // Until the mailbox is proved, nothing is theirs.
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
  const take = async (name: string) => {
    const download = page.waitForEvent('download');
    await held.getByRole('button', { name }).click();
    return (await download).path();
  };
  expect(
    readFileSync(await take('Certificate, Letter (PDF)'))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const badge = await take('Badge (PNG)');

  // Only because the holder chose so.
  const stranger = await browser.newContext({ baseURL: site.url });
  const strangerPage = await stranger.newPage();
  const robots = strangerPage.locator('meta[name="robots"]');
  await strangerPage.goto(`/verify/${number}`);
  await expect(strangerPage.locator('[data-check="active"]')).toContainText('Maya Torres');
  await expect(robots).toHaveAttribute('content', /noindex/);
  await held.getByRole('switch', { name: 'Search engines may show its page' }).check();
  await expect(page.getByText('Saved.')).toBeVisible();

  // An employer finds the holder through the register, and sees only a seal.
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
  const profile = employer.page.url();
  await expect(employer.page.getByText(number)).toHaveCount(0);
  expect(complaints).toEqual([]);
  // Of three quick choices the second fails: the last one wins, on the screen too.
  const begun = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(/set-credential-choices/, async (route) => {
    asked += 1;
    if (asked === 2) return route.fulfill({ status: 422, json: { message: 'Not at the moment.' } });
    if (asked === 1) await begun.promise;
    await route.continue();
  });
  const ofThree = held.getByRole('radio');
  for (const nth of [2, 1, 0]) await ofThree.nth(nth).check();
  begun.resolve();
  await expect.poll(() => asked).toBe(3);
  await expect(held.getByText('Not at the moment.')).toBeVisible();
  await expect(ofThree.first()).toBeChecked();
  await page.unroute(/set-credential-choices/);
  // The browser reports it on the console.
  complaints.length = 0;
  // "Saved." may still be there from the previous choice.
  const saved = page.waitForResponse(/set-credential-choices/);
  const withNumber = held.getByRole('radio', { name: 'The seal, with number and link' });
  await withNumber.check();
  expect((await saved).status()).toBe(200);
  await expect(withNumber).toBeFocused();
  await employer.page.reload();
  await employer.page.getByRole('link', { name: number }).click();
  await expect(employer.page.locator('[data-check="active"]')).toContainText('Maya Torres');
  await checkFile(employer.page, badge);
  await expect(employer.page.locator('[data-check-result]')).toContainText('The file is genuine');
  await expect(employer.page.locator('[data-check="active"]')).toContainText('Maya Torres');

  // Staff revoke it, and every place says so.
  await staff.page.goto('/staff/credentials');
  await staff.page.getByLabel('Number, name or address').fill(number);
  await staff.page.getByRole('button', { name: 'Filter' }).click();
  await staff.page.getByRole('link', { name: 'Maya Torres' }).click();
  await staff.page.getByRole('button', { name: 'Revoke' }).click();
  await staff.page.getByLabel('Why').fill('The exam was not theirs.');
  await staff.page.getByRole('button', { name: 'Revoke it' }).click();
  await expect(staff.page.getByText('The credential is revoked.')).toBeVisible();
  await strangerPage.reload();
  await expect(strangerPage.locator('[data-check="revoked"]')).toBeVisible();
  const { is_valid: isValid, state } = await (
    await stranger.request.get(`/verify/${number}.json`)
  ).json();
  expect({ isValid, state }).toEqual({ isValid: false, state: 'revoked' });
  await checkFile(employer.page, badge);
  await expect(employer.page.locator('[data-check="revoked"]')).toBeVisible();
  // The signed list that other programs read, within a minute.
  const place = await placeInList(site, number);
  await expect.poll(() => isRevokedInList(stranger.request, place)).toBe(true);
  await employer.page.goto('/browse-candidates?verified=CIHIS-AI');
  await expect(employer.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(employer.page.getByText('Coder with a seal')).toHaveCount(0);
  await employer.page.goto(profile);
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

async function checkFile(page: Page, path: string) {
  await page.goto('/verify');
  await page.getByLabel('Badge file').setInputFiles({
    name: 'badge.png',
    mimeType: 'image/png',
    buffer: readFileSync(path),
  });
  await page.getByRole('button', { name: 'Check the file' }).click();
}

type Place = { list: number; bit: number };

/** The position of an award in the status list, as its file says. */
async function placeInList({ database }: Site, number: string): Promise<Place> {
  const { rows } = await database.asService.query<Place>({
    text: 'select status_list as list, status_index as bit from register.awards where number = $1',
    values: [number.replaceAll('-', '')],
  });
  const [place] = rows;
  if (!place) throw new Error('There is no such award');
  return place;
}

async function isRevokedInList(request: APIRequestContext, { list, bit }: Place) {
  const response = await request.get(`/credentials/status/suspension/${list}`);
  const [, payload = ''] = (await response.text()).split('.');
  const { credentialSubject } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return readBit(credentialSubject.encodedList, bit);
}

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
