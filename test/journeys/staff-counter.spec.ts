import { expect, patient, testEngine, testOnOwnSite } from '../support/browser.ts';
import { expectLargeLettersFit } from '../support/reflow.ts';
import { addAppOnScreen } from '../support/second-factor-on-screen.ts';
import { expectSound } from '../support/sound.ts';
import { comeInAsStaff, heading, passIdleHour } from '../support/staff-on-screen.ts';
import { startTestServer } from '../support/start-test-server.ts';

const test = testOnOwnSite(() =>
  startTestServer(testEngine(), {
    ...patient,
    POSTAL_ADDRESS: '1 Test Street, Durham, NC 27701',
    QUEUE_CONCURRENCY: '1',
  }),
);

test('an owner sees what the day brought, and what is left to do before the launch', async ({
  page,
  context,
  site,
  complaints,
}) => {
  const { id } = await comeInAsStaff(context, site, 'owner');
  await site.database.asService.query({
    text: `insert into public.page_views values (timezone('UTC', now())::date, '/about', 7)
      on conflict do nothing`,
  });
  await page.goto('/staff');
  await expect(heading(page)).toHaveText('Today');
  const views = page.getByRole('figure', { name: /Page views/ });
  await expect(views).toBeVisible();
  await views.getByText('As a table').press('Enter');
  await expect(views.getByRole('row')).toHaveCount(29);
  await views.getByRole('link', { name: 'Page views' }).press('Enter');
  await expect(page).toHaveURL(/\/staff#today-pages$/);
  await expect(
    page.getByRole('main').getByText('/about', { exact: true }).first(),
  ).toBeInViewport();
  await expectSound(page, { state: 'today' });
  await expectLargeLettersFit(page);

  await page.getByRole('link', { name: 'Launch check' }).click();
  await page.getByRole('button', { name: 'Check again' }).click();
  const item = (words: string) => page.getByRole('listitem').filter({ hasText: words });
  await expect(item('The testimonials are real')).toContainText('3 are samples.');
  await expect(page.getByText('This site runs on your own machine')).toBeVisible();
  await item('There are backups').getByRole('button', { name: 'I confirm it' }).press('Enter');
  await expect(item('There are backups')).toContainText('An owner confirmed it');
  // By now it is in another list, and the pressed button is gone.
  await expect(page.locator('.staff-screen')).toBeFocused();
  await page.getByRole('button', { name: 'Send me an email' }).click();
  await expect(item('An email really left')).toContainText('outbox of this machine');
  await expectSound(page, { state: 'the launch check' });

  await page.route('**/staff-launch-anyway', (route) => route.abort());
  await page.getByRole('button', { name: 'Let search engines in anyway' }).click();
  const dialog = page.getByRole('dialog', { name: 'Let search engines in anyway?' });
  await dialog.getByLabel('Why').fill('The samples may be found.');
  await dialog.getByRole('button', { name: 'Let them in' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  // Two choices, the second before the first is answered: neither undoes the other.
  const answer = Promise.withResolvers<void>();
  await page.route('**/staff-set-hearing', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await site.database.asService.query({
    text: 'select staff.add_answer_times($1)',
    values: [
      '[{"route": "/slow/:id", "answers": 2000, "slow": 1900, "failed": 2, "milliseconds": 2400000}]',
    ],
  });
  await page.getByRole('link', { name: 'Alarms' }).click();
  await expect(page.getByText(/^It has been slow since/)).toBeVisible();
  await expect(page.getByRole('row', { name: 'Page: /slow/:id' })).toContainText('1.20 s');
  for (const name of ['Email me alarms', 'Email me the daily digest']) {
    await page.getByRole('switch', { name }).press('Space');
    await expect(page.getByRole('switch', { name })).not.toBeChecked();
  }
  answer.resolve();
  await expect.poll(() => hearingOf(site, id)).toEqual({ alarms: false, digest: false });
  expect(complaints.filter((each) => !/404|400|ERR_FAILED/.test(each))).toEqual([]);
});

async function hearingOf({ asAdmin }: Site, person: string) {
  let found: unknown;
  await asAdmin(async (client) => {
    const { rows } = await client.query(
      'select hears_alarms as alarms, hears_digest as digest from staff.members where user_id = $1',
      [person],
    );
    [found] = rows;
  });
  return found;
}

const stoppedAfter = /^Stopped\. [\d,]+ (person|people) on the list ha(s|ve) it/;

test('a newsletter is written, stopped half-way, and reaches the rest later', async ({
  page,
  context,
  site,
  complaints,
}) => {
  await comeInAsStaff(context, site, 'owner');
  await site.database.asService.query({
    text: `insert into public.newsletter_subscribers (email, consent_text, confirmed_at)
      select 'reader-' || n || '@readers.example', 'Yes, write to me.', now()
      from generate_series(1, 3000) as n`,
  });
  await page.goto('/staff/newsletter');
  await page.getByRole('link', { name: 'Write a newsletter' }).click();
  await page.getByLabel('Subject').fill('Query rates, and a webinar');
  await page.getByLabel('Text').fill('# Two **seats**\n\n<b>are free</b>');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(page.getByText('Line 3: HTML cannot be sent').first()).toBeVisible();
  await page
    .getByLabel('Text')
    .fill('# Two seats\n\nThere are **two**. [Register](https://a.example/r)');
  await page.getByRole('button', { name: 'Show how it looks' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Two seats' })).toBeVisible();
  await expect(preview.getByRole('link', { name: 'Unsubscribe' })).toBeVisible();
  await preview.getByRole('tab', { name: 'As plain text' }).click();
  await expect(preview.getByText('TWO SEATS')).toBeVisible();
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(heading(page)).toHaveText('Query rates, and a webinar');
  await expectSound(page, { state: 'a draft' });

  // Saving twice is no conflict, later typing is kept, and nothing is sent without it.
  const toMe = page.getByRole('button', { name: 'Send it to me alone' });
  for (const words of ['There are three.', 'There are four.']) {
    await page.getByLabel('Text', { exact: true }).fill(words);
    await expect(toMe).toBeDisabled();
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await expect(toMe).toBeEnabled();
    await expect(page.getByText('It was saved elsewhere')).toHaveCount(0);
  }
  await page.getByLabel('Text', { exact: true }).fill('There are five.');
  await page.reload();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('There are five.');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await toMe.click();
  await expect(page.getByText('One email is on its way to')).toBeVisible();
  await page.getByRole('button', { name: 'Send it to everybody' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('It goes to 3,000 people');
  await page.getByRole('button', { name: 'Send it', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(stoppedAfter)).toBeVisible();
  const stopped = await counts(site.database);
  expect(stopped.got).toBeLessThan(3_000);

  await page.getByRole('button', { name: /Send it to the other/ }).click();
  await page.getByRole('button', { name: 'Send it', exact: true }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(stoppedAfter)).toBeVisible();
  const later = await counts(site.database);
  expect(later.got).toBeGreaterThanOrEqual(stopped.got);
  expect(later.twice).toBe(0);
  expect(complaints.filter((each) => !/404|400/.test(each))).toEqual([]);
});

test('an hour over a newsletter: the second factor is required again, and the text stays', async ({
  page,
  context,
  site,
}) => {
  const { id } = await comeInAsStaff(context, site, 'owner');
  const nextCode = await addAppOnScreen(page);
  const words = { subject: 'Written for more than an hour', text: '# Two seats\n\nWords.' };
  const subject = page.getByLabel('Subject');
  const text = page.getByLabel('Text', { exact: true });
  await page.goto('/staff/newsletter/new');
  await subject.fill(words.subject);
  await text.fill(words.text);
  await passIdleHour(site, id);
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(page.getByText('Nothing was done here for an hour')).toBeVisible();
  await expect(subject).toBeHidden();
  await expectSound(page, { state: 'after an idle hour' });

  await page.getByLabel('Code').fill(nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(subject).toHaveValue(words.subject);
  await expect(text).toHaveValue(words.text);
  await expect(
    page.getByRole('main').getByText('Nothing was done: your role was paused.'),
  ).toBeVisible();

  // A closed tab or a reloaded page loses nothing either.
  await page.reload();
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(subject).toHaveValue(words.subject);
  await expect(text).toHaveValue(words.text);
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByText('Draft restored')).toHaveCount(0);
  // Keyboard focus continues from where the button was.
  await page.keyboard.press('Tab');
  await expect(subject).toBeFocused();
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(heading(page)).toHaveText(words.subject);

  // What was removed is not kept on the device either.
  await text.fill('Half of a sentence');
  await page.getByRole('button', { name: 'Remove the draft' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await expect(heading(page)).toHaveText('Newsletter');
  const kept = () => [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage));
  expect((await page.evaluate(kept)).filter((key) => key.startsWith('newsletter-draft'))).toEqual(
    [],
  );
  await page.goto('/staff/newsletter/new');
  await expect(subject).toHaveValue('');
});

/**
 * The outbox keeps only the newest, so the delivery marks count who got it, and more than one mail
 * per person would show as duplicates.
 */
async function counts({ asService }: { asService: Site['database']['asService'] }) {
  const { rows } = await asService.query<{ got: number; twice: number }>({
    text: `select (select count(*)::int from public.newsletter_deliveries where sent_at is not null) as got,
      (select count(*)::int from (select recipient from queue.outbox
        where subject = 'Query rates, and a webinar' and recipient like '%@readers.example'
        group by recipient having count(*) > 1) as two) as twice`,
  });
  return rows[0] ?? { got: 0, twice: 0 };
}

type Site = Awaited<ReturnType<typeof startTestServer>>;
