import { expect, test } from '../support/browser.ts';
import { openStaffBrowser } from '../support/staff-on-screen.ts';
import { newPerson, callAuth } from '../support/people-on-screen.ts';

test('shots', async ({ browser, server }) => {
  test.setTimeout(90_000);
  const person = await newPerson(server.url);
  const { user } = await callAuth(server.url, '/token?grant_type=password', person);
  await server.asAdmin(async (client) => { await client.query(`insert into public.subscriptions (user_id, customer_id, subscription_id, status, current_period_end, amount, currency, price_interval) values ('00000000-0000-4000-8000-000000000003', 'cus_demo', 'sub_demo', 'active', now() + interval '20 days', 4999, 'usd', 'month') on conflict do nothing`); });
  const { page, context } = await openStaffBrowser(browser, server, 'owner');
  await page.waitForTimeout(4000);
  const paths = ['jobs', 'companies', 'memberships', 'memberships/00000000-0000-4000-8000-000000000003', 'mails', 'mails/queue', 'mails/2'];
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const path of paths) {
      for (const width of scheme === 'dark' ? [1280] : [375, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`/staff/${path}`);
        await expect(page.locator('.skeleton')).toHaveCount(0);
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0); await page.waitForTimeout(700);
        await page.screenshot({ path: `/tmp/shots/${path.replaceAll('/', '-').slice(0, 20)}-${width}-${scheme}.png`, fullPage: width === 375 ? false : false });
      }
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/staff/jobs');
  await page.getByLabel('Choose all that are shown').check();
  await page.getByRole('button', { name: /Hide/ }).click();
  await page.getByLabel('The reason').fill('It asks applicants for a fee.');
  await page.screenshot({ path: '/tmp/shots/dialog-375.png' });
  await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/shots/outcome-375.png' });
  await page.waitForTimeout(3000); await page.screenshot({ path: '/tmp/shots/outcome-375.png' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/staff/memberships/00000000-0000-4000-8000-000000000003`);
  await page.screenshot({ path: '/tmp/shots/member-1280.png' });
  await context.close();
});
