import { expect, test } from '../support/browser.ts';
import { openStaffBrowser } from '../support/staff-on-screen.ts';
import { newPerson, callAuth } from '../support/people-on-screen.ts';

test('shots', async ({ browser, server }) => {
  test.setTimeout(180_000);
  const person = await newPerson(server.url);
  const { user } = await callAuth(server.url, '/token?grant_type=password', person);
  const { access_token: token } = await callAuth(server.url, '/token?grant_type=password', person) as never as { access_token: string };
  const checkout = await fetch(`${server.url}/functions/v1/create-checkout`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: '{}' });
  const { url } = await checkout.json();
  if (url) await fetch(url, { method: 'POST', body: new URLSearchParams({ number: '4242424242424242' }), redirect: 'manual' });
  const { page, context } = await openStaffBrowser(browser, server, 'owner');
  await page.waitForTimeout(4000);
  const paths = ['jobs', 'companies', 'memberships', `memberships/${user.id}`, 'mails', 'mails/queue', 'mails/2'];
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const path of paths) {
      for (const width of scheme === 'dark' ? [1280] : [375, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`/staff/${path}`);
        await expect(page.locator('.skeleton')).toHaveCount(0);
        await page.waitForTimeout(400);
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
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/staff/memberships/${user.id}`);
  await page.getByRole('button', { name: 'Refund' }).click();
  await page.screenshot({ path: '/tmp/shots/refund-1280.png' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel the membership' }).click();
  await page.screenshot({ path: '/tmp/shots/cancel-1280.png' });
  await context.close();
});
