import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { join } from '../support/companies.ts';
import { becomeKnown, subscribe } from '../support/employers.ts';
import { goodCard, openedBy, payWith } from '../support/payment-pages.ts';
import { newestMail, newPerson, signInDirectly, toastOf } from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';
import type { TestServer } from '../support/start-test-server.ts';

const wide = { width: 1280, height: 900 };

test('a company pays for a membership, buys another seat, gives it, and gives it up', async ({
  page,
  context,
  browser,
  server,
  complaints,
}) => {
  const founder = await enter(page, server);
  const colleague = await enter(await browser.newPage({ baseURL: server.url }), server);
  await becomeKnown(server.database, founder.id);
  const { rows } = await server.database.asService.query<{ company_id: string }>({
    text: 'select company_id from public.company_members where user_id = $1',
    values: [founder.id],
  });
  await join(server.database, rows[0]?.company_id ?? '', colleague.id);
  await becomeKnown(server.database, colleague.id);

  await test.step('nobody in the company may search before it pays', async () => {
    await colleague.page.goto('/browse-candidates');
    await expect(gateOf(colleague)).toBeVisible();
    await page.goto('/browse-candidates');
    const checkout = await openedBy(context, () =>
      page.getByRole('button', { name: 'Subscribe', exact: true }).click(),
    );
    await payWith(checkout, goodCard);
    await checkout.waitForURL(/\/browse-candidates/);
    await checkout.close();
  });

  const seats = page.getByRole('list', { name: 'People of the company and their seats' });
  await test.step('the one seat is taken, and another one is bought', async () => {
    await page.goto('/membership');
    await expect(page.getByText('has one seat, and it is taken')).toBeVisible();
    // The payment is known by now. Somebody who is not told might have the company pay twice.
    await colleague.page.reload();
    await expect(gateOf(colleague)).toBeVisible();
    await expect(colleague.page.getByText('Before you pay for one of your own')).toContainText(
      'has a membership with one seat, and it is taken',
    );
    await page.getByRole('button', { name: /^Give a seat/ }).click();
    await expect(toastOf(page, 'All seats are taken')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Give a seat/ })).toBeFocused();
    await page.getByRole('button', { name: 'Add a seat' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(dialog).toContainText('Each further seat costs as much as the membership.');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    // As it is answered when the bank asks for confirmation.
    const payAt = `${server.url}/invoice`;
    await page.route(
      '**/functions/v1/change-seats',
      (route) => route.fulfill({ json: { quantity: 1, pay_at: payAt } }),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Add a seat' }).press('Enter');
    await dialog.getByRole('button', { name: 'Add the seat' }).click();
    const confirm = page.getByRole('status').getByRole('link', { name: 'Confirm the payment' });
    await expect(confirm).toHaveAttribute('href', payAt);
    await page.getByRole('button', { name: 'Add a seat' }).press('Enter');
    await dialog.getByRole('button', { name: 'Add the seat' }).click();
    await expect(toastOf(page, 'Seats changed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a seat' })).toBeFocused();
    await expect(page.getByText('has 2 seats, 1 of them taken')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Invoices' }).getByRole('listitem')).toHaveCount(
      2,
    );
    await expectSound(page, { state: 'a free seat', part: 'main' });
  });

  await test.step('the payment service’s portal shows both, each paid', async () => {
    const portal = await openedBy(context, () =>
      page.getByRole('button', { name: 'Manage Subscription' }).click(),
    );
    await expect(portal.getByText('$49.99 per month, 2 times')).toBeVisible();
    await expect(portal.getByText('$49.99, paid')).toHaveCount(2);
    await portal.close();
  });

  await test.step('a colleague with a seat can search at once', async () => {
    await page.getByRole('button', { name: /^Give a seat/ }).press('Enter');
    await expect(seats.getByText('Has a seat')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Take the seat/ })).toBeFocused();
    await colleague.page.reload();
    await expect(gateOf(colleague)).toHaveCount(0);
    await expect(colleague.page.getByLabel('Search', { exact: true })).toBeVisible();
    await expect(colleague.page.getByRole('link', { name: 'Your seat' })).toBeVisible();
    await expect(colleague.page.getByRole('button', { name: 'Manage Subscription' })).toHaveCount(
      0,
    );
    await colleague.page.goto('/membership');
    await expect(colleague.page.getByText('You have a seat of the membership of')).toBeVisible();
  });

  await test.step('with one seat fewer the newest loses theirs, and is told', async () => {
    await page.getByRole('button', { name: 'Remove a seat' }).click();
    await page.getByRole('button', { name: 'Remove the seat' }).click();
    await expect(page.getByText('has one seat, and it is taken')).toBeVisible();
    // The button that was pressed is gone.
    await expect(page.locator('.membership-seats .actions')).toBeFocused();
    await colleague.page.goto('/browse-candidates');
    await expect(gateOf(colleague)).toBeVisible();
    await newestMail(colleague.page, colleague.email, /Your seat with .* has ended/);
  });

  await test.step('whoever leaves the company sees what they still pay for, and gives it up', async () => {
    await page.getByRole('button', { name: 'Add a seat' }).click();
    await page.getByRole('button', { name: 'Add the seat' }).click();
    // What the colleague was given is theirs again.
    await expect(page.getByText('has 2 seats, 2 of them taken')).toBeVisible();
    await subscribe(server.database, colleague.id);
    await page.reload();
    await expect(page.getByText('pays for a membership too')).toBeVisible();
    await server.database.asService.query({
      text: 'delete from public.company_members where user_id = $1',
      values: [founder.id],
    });
    await page.reload();
    const lone = page.getByText('You pay for 2 seats and hire for no company here');
    await expect(lone).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a seat' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove a seat' }).click();
    await page.getByRole('button', { name: 'Remove the seat' }).click();
    await expect(lone).toHaveCount(0);
  });

  // Refused requests are reported on the console.
  expect(complaints.filter((each) => !/status of 4/.test(each))).toEqual([]);
  await colleague.page.close();
});

const gateOf = ({ page }: Awaited<ReturnType<typeof enter>>) =>
  page.getByRole('heading', { name: 'Talent Search Access Required' });

async function enter(page: Page, { url }: TestServer) {
  await page.setViewportSize(wide);
  const person = await newPerson(url);
  const { user } = await signInDirectly(page.context(), url, person);
  return { page, email: person.email, id: user.id as string };
}
