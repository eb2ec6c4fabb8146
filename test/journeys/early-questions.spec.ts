import { expect, test } from '../support/browser.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { newPerson, signInDirectly, toastOf } from '../support/people-on-screen.ts';

test('a screen seen before sends its queries before its code has loaded, stores no answer and forgets at sign-out', async ({
  page,
  context,
  server,
}) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  await storeJobs(server.database, [jobRow(user.id, { title: 'Night coder' })]);
  const entry = page.getByRole('listitem', { name: 'Night coder' });
  const remembered = () => page.evaluate(() => localStorage.getItem('first-questions'));
  await test.step('the first rows wait for no more of the official client than querying needs', async () => {
    const library = '**/client-library-*.js';
    await page.route(library, () => {});
    await page.goto('/my-jobs');
    await expect(entry).toBeVisible();
    await page.unroute(library);
    await page.reload();
    await expect(entry).toBeVisible();
  });
  expect(await remembered()).toContain('/rest/v1/rpc/own_jobs?');
  expect(await remembered()).not.toContain('Night coder');
  expect(await remembered()).not.toContain('authorization');

  await test.step('the early answer is the one that is shown', async () => {
    // Once live updates are connected, the screen reads again what it may have missed.
    await page.routeWebSocket(/\/realtime\//, () => {});
    const code = Promise.withResolvers<void>();
    const files = /\/assets\/(site|enhance-screen)-/;
    await page.route(files, async (route) => {
      await code.promise;
      await route.continue();
    });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/rpc/own_jobs?')) asked.push(request.url());
    });
    const early = page.waitForResponse(/\/rest\/v1\/rpc\/own_jobs\?/);
    await page.reload({ waitUntil: 'commit' });
    await early;
    await expect(entry).toHaveCount(0);
    code.resolve();
    await entry.waitFor();
    expect(asked).toHaveLength(1);
    await page.unroute(files);
  });

  await test.step('an early answer that nobody took by the first press is asked for again from then on', async () => {
    const waiting = () => page.evaluate(() => window.askedEarly?.size);
    await page.evaluate(() => {
      const memory = JSON.parse(localStorage.getItem('first-questions') ?? '');
      for (const [question] of Object.values<{ url: string }[]>(memory.pages)) {
        if (question) question.url += '&limit=7';
      }
      localStorage.setItem('first-questions', JSON.stringify(memory));
    });
    await page.reload();
    await entry.waitFor();
    expect(await waiting()).toBe(1);
    await page.keyboard.press('Shift');
    expect(await waiting()).toBe(0);
  });

  await test.step('unreadable or full storage keeps no row away', async () => {
    await page.evaluate(() => localStorage.setItem('first-questions', '{'));
    await page.reload();
    await entry.waitFor();
    expect(await remembered()).toContain('/rest/v1/rpc/own_jobs?');
    await page.evaluate(() => {
      localStorage.removeItem('first-questions');
      for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2)) {
        try {
          localStorage.setItem(`full ${size}`, 'x'.repeat(size));
        } catch {
          // A smaller one may still find room.
        }
      }
    });
    await page.reload();
    await entry.waitFor();
    expect(await remembered()).toBeNull();
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith('full ')) localStorage.removeItem(key);
      }
    });
    await page.reload();
    await entry.waitFor();
    expect(await remembered()).toContain('/rest/v1/rpc/own_jobs?');
  });

  await test.step('nothing is asked for somebody whose sign-in waits for its second factor', async () => {
    const files = /\/assets\/(site|enhance-screen)-/;
    await page.route(files, () => {});
    const askedEarly = () => page.evaluate(() => window.askedEarly?.size);
    const reload = () => page.reload({ waitUntil: 'commit' });
    await reload();
    await page.locator('main').waitFor({ state: 'attached' });
    expect(await askedEarly()).toBeGreaterThan(0);
    const kept = await page.evaluate(() => {
      const isSession = (key: string) => /^sb-.*-auth-token$/.test(key);
      const key = Object.keys(localStorage).find(isSession) ?? '';
      const text = localStorage.getItem(key) ?? '';
      const session = JSON.parse(text);
      session.user.factors = [{ id: '1', status: 'verified', factor_type: 'totp' }];
      localStorage.setItem(key, JSON.stringify(session));
      return [key, text] as const;
    });
    await reload();
    await page.locator('main').waitFor({ state: 'attached' });
    expect(await askedEarly()).toBeUndefined();
    await page.evaluate(([key, text]) => localStorage.setItem(key, text), kept);
    await page.unroute(files);
  });

  await test.step('another person’s session asks for nothing of it', async () => {
    const other = await newPerson(server.url);
    const context = page.context();
    await context.addInitScript(() => localStorage.removeItem('was-signed-in'));
    await signInDirectly(context, server.url, other);
    await page.reload();
    await expect(page.getByText('You have not posted a job yet')).toBeVisible();
    expect(await remembered()).not.toContain(user.id);
  });

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(toastOf(page, 'Signed out')).toBeVisible();
  expect(await remembered()).toBeNull();
});
