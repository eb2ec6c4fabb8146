import { findBarriers } from '../support/barriers.ts';
import { expect, test } from '../support/browser.ts';
import { newestMail } from '../support/people-on-screen.ts';

for (const runsScripts of [true, false]) {
  test.describe(`the newsletter ${runsScripts ? 'with' : 'without'} JavaScript`, () => {
    test.use({ runsScripts });

    test('is subscribed to, confirmed by mail and left again', async ({ page, request }) => {
      const email = `${crypto.randomUUID()}@people.example`;
      await page.goto('/resources');
      await page.getByLabel('Email address').fill('not an address');
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await expect(page.getByText('Enter an email address in the form')).toBeVisible();
      await expect(page.getByLabel('Email address')).toHaveValue('not an address');
      if (runsScripts) await expect(page.getByLabel('Email address')).toBeFocused();

      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Subscribe' }).click();
      await expect(page.getByText('Check your email')).toBeVisible();
      await expect(page).toHaveURL('/resources?newsletter=sent#newsletter');

      const { text } = await newestMail({ request }, email, /./);
      await page.goto(linkIn(text, 'confirm'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your subscription');
      if (runsScripts) expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are subscribed');

      await page.goto(linkIn(text, 'unsubscribe'));
      if (runsScripts) expect(await findBarriers(page)).toEqual([]);
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed');
      await page.goto(linkIn(text, 'confirm'));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');

      // The link in an old mail belongs to a subscription that has ended: it must not claim to end a newer one.
      await page.goto(linkIn(text, 'unsubscribe'));
      await page.getByRole('button', { name: 'Unsubscribe' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'This link has nothing to unsubscribe',
      );
    });
  });
}

test('a mail program unsubscribes with one request', async ({ request, server }) => {
  const email = `${crypto.randomUUID()}@people.example`;
  await request.post('/resources', { form: { email } });
  const { text } = await newestMail({ request }, email, /./);
  const address = linkIn(text, 'unsubscribe');
  const opened = await request.get(address);
  expect(opened.headers()['referrer-policy']).toBe('same-origin');
  expect(opened.headers()['cache-control']).toBe('no-store');
  expect(await isKnown()).toBe(true);
  const response = await request.post(address, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(response.status()).toBe(200);
  expect(await isKnown()).toBe(false);

  async function isKnown() {
    const { rowCount } = await server.database.asService.query({
      text: 'select id from public.newsletter_subscribers where email = $1',
      values: [email],
    });
    return rowCount === 1;
  }
});

test('a form on another site subscribes nobody', async ({ request }) => {
  const response = await request.post('/resources', {
    form: { email: `${crypto.randomUUID()}@people.example` },
    headers: { origin: 'https://other.example' },
  });
  expect(response.status()).toBe(400);
});

/** Only path and query: the test's server does not know its own port when it writes the mail. */
function linkIn(text: string, purpose: 'confirm' | 'unsubscribe'): string {
  return text.match(new RegExp(`/newsletter/${purpose}\\?token=[\\w-]+`))?.[0] ?? '';
}
