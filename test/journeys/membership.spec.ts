import type { BrowserContext, Page } from '@playwright/test';
import { expect, openPlainPage, test } from '../support/browser.ts';
import { becomeKnown } from '../support/employers.ts';
import { goodCard, openedBy, payWith } from '../support/payment-pages.ts';
import { fillSignIn, newPerson, signInDirectly, toastOf } from '../support/people-on-screen.ts';
import { expectLargeLettersFit } from '../support/reflow.ts';
import { expectSound } from '../support/sound.ts';
import type { TestServer } from '../support/start-test-server.ts';

const gate = (page: Page) => page.getByRole('heading', { name: 'Talent Search Access Required' });

async function enter(context: BrowserContext, { url }: TestServer) {
  const person = await newPerson(url);
  const { user } = await signInDirectly(context, url, person);
  return { ...person, id: user.id as string };
}

/** What row-level security allows the person, whatever the screen shows. */
async function hasAccess({ database }: TestServer, id: string) {
  const { rows } = await database.asService.query<{ yes: boolean }>({
    text: 'select private.has_active_membership($1) as yes',
    values: [id],
  });
  return rows[0]?.yes;
}

test('the life of a membership: gate, payment, access, cancelling, the end, and the gate again', async ({
  page,
  context,
  server,
  complaints,
}) => {
  const { id } = await enter(context, server);
  await becomeKnown(server.database, id);
  await page.goto('/browse-candidates');
  await expect(gate(page)).toBeVisible();
  await expect(page.getByText('$49.99 per month')).toBeVisible();
  const dashboard = await context.newPage();
  await dashboard.goto('/membership');
  await expect(dashboard).toHaveTitle(/^Membership Dashboard · /);
  await expect(dashboard.getByText('Inactive', { exact: true })).toBeVisible();
  await page.bringToFront();

  const checkout = await openedBy(context, () =>
    page.getByRole('button', { name: 'Subscribe', exact: true }).click(),
  );
  expect(await checkout.evaluate(() => window.opener)).toBeNull();
  await payWith(checkout, '4000 0000 0000 0002');
  await expect(checkout.getByRole('alert')).toContainText('Your card was declined');
  expect(await hasAccess(server, id)).toBe(false);
  await payWith(checkout, goodCard);
  const paidAt = Date.now();
  await checkout.waitForURL(/\/browse-candidates/);
  await expect(toastOf(checkout, 'Subscription successful!')).toBeVisible();
  await expect(gate(checkout)).toHaveCount(0);
  await expect(gate(page)).toHaveCount(0);
  test.info().annotations.push({
    type: 'from payment to open gate',
    description: `${Date.now() - paidAt} ms`,
  });
  await expect(dashboard.getByText('Active', { exact: true })).toBeVisible();
  await expect(checkout).toHaveURL(/\/browse-candidates$/);
  expect(await hasAccess(server, id)).toBe(true);
  await checkout.getByLabel('Search', { exact: true }).fill('durham, nc');
  await expect(
    checkout.getByRole('article', { name: 'CDI Specialist, query automation', exact: true }),
  ).toBeVisible();
  await expect(checkout.getByRole('article').filter({ hasNotText: 'Durham' })).toHaveCount(0);
  await checkout.close();

  await dashboard.bringToFront();
  await expect(dashboard.getByText(/^Renews on \d+\/\d+\/\d+$/)).toBeVisible();
  const portal = await openedBy(context, () =>
    dashboard.getByRole('button', { name: 'Manage Subscription' }).click(),
  );
  await portal.getByRole('button', { name: 'Cancel the subscription' }).click();
  await expect(portal.getByText('Ends on')).toBeVisible();
  await dashboard.bringToFront();
  await dashboard.getByRole('button', { name: 'Refresh Status' }).click();
  await expect(dashboard.getByText('Ends on')).toBeVisible();
  await expect(dashboard.getByText('Active', { exact: true })).toBeVisible();
  expect(await hasAccess(server, id)).toBe(true);
  await page.reload();
  await expect(page.getByText('Checking your membership…')).toHaveCount(0);
  await expect(gate(page)).toHaveCount(0);

  await portal.getByRole('button', { name: 'Go past the end of the period' }).click();
  await expect(portal.getByText('Ended on')).toBeVisible();
  await expect.poll(() => hasAccess(server, id)).toBe(false);
  await portal.getByRole('link', { name: 'Go back to the site' }).click();
  await expect(portal.getByText('Inactive', { exact: true })).toBeVisible();
  await expect(dashboard.getByText('Inactive', { exact: true })).toBeVisible();
  await expect(gate(page)).toBeVisible();
  await expect(page.getByText('If you had begun a message, it is kept')).toBeVisible();
  await expect(dashboard.getByRole('link', { name: /SANDBOX-\d+/ })).toHaveCount(1);
  await expect(dashboard.getByRole('button', { name: 'Cards and Invoices' })).toBeVisible();
  expect(complaints).toEqual([]);

  // A block ends the membership with its period, so it is affected.
  await server.database.asService.query({
    text: "update auth.users set banned_until = now() + interval '1 day' where id = $1",
    values: [id],
  });
  await dashboard.getByRole('button', { name: 'Refresh Status' }).click();
  await expect(dashboard.getByText('This account is blocked.').first()).toBeVisible();
  await expect(dashboard.getByText('not affected')).toHaveCount(0);
});

test('the status is checked every minute, not while hidden, and a failure is only logged', async ({
  page,
  context,
  server,
}) => {
  await page.clock.install();
  // Live updates would also refresh whenever they reconnect, which this clock would cause again and again.
  await page.routeWebSocket('**/realtime/v1/websocket**', (route) => route.close());
  await enter(context, server);
  let checks = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/check-subscription')) checks += 1;
  });
  await page.goto('/membership');
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  const first = checks;
  await page.clock.runFor(60_000);
  await expect.poll(() => checks).toBe(first + 1);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  });
  await page.clock.runFor(180_000);
  expect(checks).toBe(first + 1);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => checks).toBe(first + 2);
  await page.route('**/check-subscription', (route) => route.abort());
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('could not be checked'),
  );
  await page.clock.runFor(60_000);
  await logged;
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  // A failed press stays reported until an automatic check succeeds.
  await page.getByRole('button', { name: 'Refresh Status' }).click();
  const told = page.getByText('The status could not be checked.');
  await expect(told).toBeVisible();
  await page.unroute('**/check-subscription');
  await page.clock.runFor(60_000);
  await expect(told).toBeHidden();
});

test('a payment service that does not answer, a blocked tab, and a sign-out, after which the next person starts from nothing', async ({
  page,
  context,
  server,
}) => {
  const { id } = await enter(context, server);
  await test.step('the tab closes and the person reads why', async () => {
    await page.goto('/membership');
    const subscribe = page.getByRole('button', { name: 'Subscribe Now' });
    await expect(subscribe).toBeVisible();
    await page.route('**/create-checkout', (route) =>
      route.fulfill({
        status: 503,
        json: { error: 'The payment service is not answering at the moment.', code: 'x' },
      }),
    );
    const opening = context.waitForEvent('page');
    await subscribe.click();
    const tab = await opening;
    if (!tab.isClosed()) await tab.waitForEvent('close');
    await expect(toastOf(page, 'Error')).toContainText('is not answering');
    for (const [body, words] of [
      // In the words of a gateway in front of functions.
      ['{"message":"The function did not start."}', 'The function did not start.'],
      ['', 'Failed to create checkout session'],
    ] as const) {
      await page.unroute('**/create-checkout');
      await page.route('**/create-checkout', (route) => route.fulfill({ status: 500, body }));
      await subscribe.click();
      await expect(toastOf(page, words)).toBeVisible();
    }
    await expect(subscribe).toBeEnabled();
  });
  await test.step('where no tab may open, this one is used', async () => {
    await page.unroute('**/create-checkout');
    await page.evaluate(() => {
      window.open = () => null;
    });
    await page.getByRole('button', { name: 'Subscribe Now' }).click();
    await page.waitForURL(/\/c\/pay\//);
    await page.getByRole('link', { name: 'Go back without paying' }).click();
    await expect(page).toHaveURL(/\/membership$/);
  });
  await test.step('signing out closes what was open', async () => {
    await server.database.asService.query({
      text: `insert into public.subscriptions (user_id, product_id, status, current_period_end)
        values ($1, 'prod_test', 'active', now() + interval '3 days')
        on conflict (user_id) do update set status = excluded.status, current_period_end = excluded.current_period_end`,
      values: [id],
    });
    await page.reload();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await fillSignIn(page, await newPerson(server.url));
    await expect(page).toHaveURL(/\/membership$/);
    await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  });
});

const answers = {
  active: { subscribed: true, product_id: 'p', subscription_end: '2027-01-15T12:00:00Z' },
  'active without an end': { subscribed: true, product_id: 'p', subscription_end: null },
  ending: { subscribed: true, subscription_end: '2027-01-15T12:00:00Z', is_ending: true },
  uncharged: { subscribed: true, subscription_end: '2027-01-15T12:00:00Z', is_uncharged: true },
  owed: { subscribed: true, subscription_end: '2027-01-15T12:00:00Z', is_payment_owed: true },
  'owed, without access': { subscribed: false, is_payment_owed: true },
  paused: { subscribed: false, is_paused: true },
  unpaid: { subscribed: false, has_ended_unpaid: true },
  'seat owed': {
    subscribed: true,
    subscription_end: '2027-01-15T12:00:00Z',
    seat_of: 'Sample Health',
    is_seat_owed: true,
  },
  'seat lost': { subscribed: false, lost_seat_of: 'Sample Health' },
  past: { subscribed: false, has_history: true, kept_seats: 2 },
  inactive: { subscribed: false },
};

/** A text that appears in one state and in no other. */
const said = {
  'subscription is paused': 'paused',
  'Your payments are paused': 'uncharged',
  'ended because its payment failed': 'unpaid',
  'Unless it is paid, access ends on': 'seat owed',
  'has ended or is on hold': 'seat lost',
  '2 colleagues had a seat': 'past',
};

test('every state is sound on a phone and on a desktop', async ({ page, context, server }) => {
  await enter(context, server);
  let answer: object | undefined;
  await page.route('**/check-subscription', (route) =>
    answer ? route.fulfill({ json: answer }) : route.abort(),
  );
  await page.route('**/list-invoices', (route) => route.fulfill({ json: { invoices: [invoice] } }));
  // Only the start has the unknown state; the button leads from each of the others to the next.
  const states = [['unknown', undefined], ...Object.entries(answers)] as const;
  const refresh = page.getByRole('button', { name: /refresh status/i });
  const manage = page.getByRole('button', { name: 'Manage Subscription' });
  for (const path of ['/membership', '/browse-candidates']) {
    answer = undefined;
    await page.goto(path);
    for (const [name, body] of states) {
      // Behind the open gate there is another screen.
      if (path === '/browse-candidates' && body?.subscribed) continue;
      answer = body;
      if (body) await Promise.all([page.waitForResponse('**/check-subscription'), refresh.click()]);
      await expect(refresh).toBeEnabled();
      await expectSound(page, { state: `${path}, ${name}`, part: 'main' });
      await expectLargeLettersFit(page);
      // A running or paused membership is managed: nobody is asked to subscribe a second time.
      const isManaged = name === 'paused' || name === 'owed, without access';
      if (isManaged) {
        await expect(manage).toBeVisible();
        await expect(page.getByRole('button', { name: /^Subscribe/ })).toHaveCount(0);
      }
      if (name === 'active without an end') await expect(page.getByText('N/A')).toBeVisible();
      for (const [words, of] of Object.entries(said)) {
        await expect(page.getByText(words)).toHaveCount(name === of ? 1 : 0);
      }
    }
    // The answer has only what the specification names, and comes from the payment service.
    await expect(page.getByText('Checked just now.')).toBeVisible();
  }
  // A question that arrives late does not push away what somebody is about to press.
  const told = Promise.withResolvers<void>();
  await page.route('**/rpc/employer_state', async (route) => {
    await told.promise;
    await route.continue();
  });
  const subscribe = page.getByRole('button', { name: 'Subscribe', exact: true });
  await page.goto('/browse-candidates');
  await expect(gate(page)).toBeVisible();
  await expect(subscribe).toBeHidden();
  told.resolve();
  await expect(page.getByRole('heading', { name: 'Before you subscribe' })).toBeVisible();
  await expect(subscribe).toBeVisible();
});

test('the sandbox’s pages are sound too, and work without scripts', async ({
  page,
  context,
  server,
}) => {
  await enter(context, server);
  await page.goto('/membership');
  const checkout = await openedBy(context, () =>
    page.getByRole('button', { name: 'Subscribe Now' }).click(),
  );
  const shop = await openPlainPage(context);
  await shop.goto(checkout.url());
  await expectSound(checkout, { state: 'checkout' });
  await payWith(checkout, '1234');
  await expect(checkout.getByRole('alert')).toBeVisible();
  await expectSound(checkout, { state: 'checkout with a problem' });
  await payWith(shop, '4000 0025 0000 3155');
  await expect(shop.getByRole('heading', { name: 'Confirm the payment' })).toBeVisible();
  await shop.getByRole('button', { name: 'Confirm' }).click();
  await shop.waitForURL(/\/browse-candidates|\/auth/);
  await page.getByRole('button', { name: 'Refresh Status' }).click();
  const portal = await openedBy(context, () =>
    page.getByRole('button', { name: 'Manage Subscription' }).click(),
  );
  await expectSound(portal, { state: 'portal' });
  await portal.getByRole('link', { name: /SANDBOX-/ }).click();
  await expectSound(portal, { state: 'invoice' });
});

const invoice = {
  id: 'in_1',
  number: 'SANDBOX-0001',
  created_at: '2026-12-15T12:00:00Z',
  total: 4_999,
  currency: 'usd',
  status: 'paid',
  url: 'https://payments.example/in_1',
};
