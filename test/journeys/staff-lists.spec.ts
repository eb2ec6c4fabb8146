import { expect, test } from '../support/browser.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { goodCard, openedBy, payWith } from '../support/payment-pages.ts';
import { newestMail, newPerson, signInDirectly } from '../support/people-on-screen.ts';
import { expectLargeLettersFit } from '../support/reflow.ts';
import { expectSound } from '../support/sound.ts';
import { comeInAsStaff, heading, openStaffBrowser } from '../support/staff-on-screen.ts';
import type { TestServer } from '../support/start-test-server.ts';

test('three jobs of a company are hidden at once with a reason, and released again', async ({
  page,
  context,
  server,
}) => {
  const email = `poster-${crypto.randomUUID()}@people.example`;
  const poster = await server.actors.signedIn(email);
  const company = `Harbor ${crypto.randomUUID().slice(0, 8)}`;
  const ids = await storeJobs(
    server.database,
    ['Day coder', 'Night coder', 'Weekend coder'].map((title) =>
      jobRow(poster.id, { title, company }),
    ),
  );
  await comeInAsStaff(context, server, 'staff');
  await page.goto('/staff/companies');
  await page.getByLabel('Name').fill(company);
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expectSound(page, { state: 'the list of companies' });
  await page.getByRole('link', { name: company }).click();
  await expect(heading(page)).toHaveText('Jobs');
  await expect(page.getByRole('row')).toHaveCount(4);
  await expectSound(page, { state: 'the list of jobs' });
  await expectLargeLettersFit(page);

  // Text typed for several jobs survives a reload.
  await page.getByLabel('Choose all that are shown').check();
  await page.getByRole('button', { name: 'Hide (3)' }).click();
  await page.getByLabel('The reason').fill('It asks for a fee.');
  await page.reload();

  // By keyboard alone. One of them changes while they are selected.
  await page.getByLabel('Choose all that are shown').focus();
  await page.keyboard.press('Space');
  await server.database.asService.query({
    text: `update public.jobs set title = 'Late coder' where id = $1`,
    values: [ids[1]],
  });
  await page.getByRole('button', { name: 'Hide (3)' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Hide: 3 jobs?' });
  await expect(dialog.getByLabel('The reason')).toHaveValue('It asks for a fee.');
  await dialog.getByLabel('The reason').fill('');
  await expect(dialog.getByRole('button', { name: 'Hide' })).toBeDisabled();
  await dialog.getByLabel('The reason').fill('It asks applicants for a fee.');
  await expectSound(page, { state: 'what hiding does', part: '[role=dialog], dialog' });
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByText('2 jobs hidden, 1 refused')).toBeVisible();
  await expect(page.getByText('The job was changed since you looked.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Late coder/ })).toContainText('On the board');
  await expectSound(page, { state: 'what became of it' });
  const mail = await newestMail(page, email, /taken off the board/);
  expect(mail.text).toContain('It asks applicants for a fee.');
  expect((await page.request.get(`/job/${ids[0]}`)).status()).toBe(404);

  await page.getByLabel('Choose all that are shown').check();
  await page.getByRole('button', { name: 'Release (3)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('2 jobs released, 1 refused')).toBeVisible();
  await expect.poll(async () => (await page.request.get(`/job/${ids[0]}`)).status()).toBe(200);
});

test('an owner refunds a part of a payment, with a reason, beside what Stripe says', async ({
  page: member,
  browser,
  server,
}) => {
  const person = await newPerson(server.url);
  const { user } = await signInDirectly(member.context(), server.url, person);
  await member.goto('/membership');
  const pay = await openedBy(member.context(), () =>
    member
      .getByRole('button', { name: /Subscribe/ })
      .first()
      .click(),
  ).catch(() => member);
  await payWith(pay, goodCard);
  const { page, context } = await openStaffBrowser(browser, server, 'owner');
  const row = page.getByRole('row', { name: new RegExp(person.email) });
  // Once shown, the list does not change by itself.
  await expect.poll(() => countMemberships(server, user.id)).toBe(1);
  await page.goto(`/staff/memberships?search=${encodeURIComponent(person.email)}`);
  await expect(row).toBeVisible();
  await expect(row).toContainText('$49.99 a month');
  await expectSound(page, { state: 'the list of memberships' });
  await expectLargeLettersFit(page);
  await row.getByRole('link').first().click();
  await expect(page.getByText('The same as our record.')).toBeVisible();
  await expectSound(page, { state: 'one membership' });
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund of $49.99' });
  await dialog.getByLabel('Amount').fill('60');
  await expect(dialog.getByText('Type an amount of at most $49.99')).toBeVisible();
  await dialog.getByLabel('Amount').fill('12.50');
  await expect(dialog.getByRole('button', { name: 'Refund $12.50' })).toBeDisabled();
  await dialog.getByLabel('Why').fill('A week without access.');
  await page.reload();
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByLabel('Why')).toHaveValue('A week without access.');
  await dialog.getByLabel('Amount').fill('12.50');
  await expectSound(page, { state: 'a refund', part: '[role=dialog], dialog' });
  // Where the charge lies far below the message about it.
  const desk = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 375, height: 500 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await dialog.getByRole('button', { name: 'Refund $12.50' }).click();
  const told = page.getByRole('status').filter({ hasText: 'The money is on its way back.' });
  await expect(page.getByText('$12.50 refunded')).toBeVisible();
  await expect(told).toBeInViewport();
  await page.setViewportSize(desk);

  // A membership set to end with its period can still be ended at once, and nothing else.
  await page.getByRole('button', { name: 'Cancel the membership' }).click();
  const ending = page.getByRole('dialog', { name: 'Cancel this membership?' });
  await ending.getByLabel('Why').fill('As they asked.');
  await ending.getByRole('button', { name: 'Cancel it' }).click();
  await expect(page.getByText('It ends with its period.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the membership' }).click();
  await expect(ending.getByRole('radio')).toHaveCount(1);
  await expect(ending.getByRole('radio', { name: 'At once' })).toBeChecked();
  await ending.getByRole('button', { name: 'Close' }).click();

  await page.goto(`/staff/log?subject=${user.id}`);
  await expect(page.getByRole('row', { name: /Asked for money to be refunded/ })).toContainText(
    'A week without access.',
  );
  await expect(page.getByRole('row', { name: /The payment service did it/ })).toHaveCount(2);
  await context.close();
});

async function countMemberships({ database }: TestServer, id: string) {
  const { rowCount } = await database.asService.query({
    text: `select from public.subscriptions where user_id = $1 and status = 'active'`,
    values: [id],
  });
  return rowCount;
}

test('a failed mail is retried, and then shown with its link and its code redacted', async ({
  page,
  context,
  server,
}) => {
  await comeInAsStaff(context, server, 'owner');
  const to = `waits-${crypto.randomUUID()}@people.example`;
  let id = '';
  await server.asAdmin(async (client) => {
    const { rows } = await client.query(
      `select (graphile_worker.add_job('auth-notice', $1, run_at => now() + interval '1 day', max_attempts => 1)).id`,
      [
        JSON.stringify({
          kind: 'password-changed',
          to,
          siteUrl: server.url,
          subject: '',
          device: 'Firefox',
          place: '',
          at: new Date().toISOString(),
        }),
      ],
    );
    id = String(rows[0].id);
    await client.query(
      `update graphile_worker._private_jobs set attempts = 1, last_error = 'The line broke.' where id = $1`,
      [id],
    );
  });
  await page.goto('/staff');
  await page.getByRole('link', { name: 'Emails that failed' }).click();
  await expect(heading(page)).toHaveText('Emails');
  const row = page.getByRole('row', { name: new RegExp(to) });
  await expect(row).toContainText('Failed, given up');
  await expectSound(page, { state: 'the queue' });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Try again (1)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('1 task tried again')).toBeVisible();
  const sent = page.getByRole('row', { name: new RegExp(to) });
  await newestMail(page, to, /./);
  await page.goto(`/staff/mails?to=${encodeURIComponent(to)}`);
  await expect(sent).toBeVisible();
  await expectSound(page, { state: 'the mails that went out' });
  await sent.getByRole('link').first().click();
  await expect(page.getByText('[link blacked out]').first()).toBeVisible();
  await expectSound(page, { state: 'one mail' });
  await page.goto('/staff/log?act=look-mail');
  await expect(page.getByRole('row', { name: /Looked at an email/ }).first()).toBeVisible();
});
