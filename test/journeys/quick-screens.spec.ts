import type { Locator, Request } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { newPerson, signInDirectly } from '../support/people-on-screen.ts';

test('a screen’s own file requests its rows before React has rendered the screen, and only once', async ({
  page,
  context,
  server,
}) => {
  const { user } = await signInDirectly(context, server.url, await newPerson(server.url));
  await storeJobs(server.database, [jobRow(user.id, { title: 'Night coder' })]);
  // Once live updates are connected, the screen reads again what it may have missed.
  await page.routeWebSocket(/\/realtime\//, () => {});
  const start = Promise.withResolvers<void>();
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await start.promise;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(rest|functions)\/.*\/(own_jobs|check-subscription)$/.test(pathname))
      asked.push(pathname);
  });
  const ahead = page.waitForResponse(/\/rest\/v1\/rpc\/own_jobs\?/);
  await page.goto('/my-jobs', { waitUntil: 'commit' });
  await ahead;
  const entry = page.getByRole('listitem', { name: 'Night coder' });
  await expect(entry).toHaveCount(0);
  start.resolve();
  await expect(entry).toBeVisible();
  expect(asked.toSorted()).toEqual(['/functions/v1/check-subscription', '/rest/v1/rpc/own_jobs']);
});

test('a keystroke renders only its own field, and what it loads fetches no stylesheet again', async ({
  page,
  context,
  server,
}) => {
  await signInDirectly(context, server.url, await newPerson(server.url));
  for (const { path, typed, other } of [
    { path: '/post-job', typed: 'title', other: 'workplace' },
    { path: '/candidate-profile', typed: 'headline', other: 'availability' },
  ]) {
    await test.step(path, async () => {
      const looks: string[] = [];
      const note = (request: Request) => {
        const { pathname } = new URL(request.url());
        if (/\/app-[\w-]+\.css$/.test(pathname)) looks.push(pathname);
      };
      page.on('request', note);
      const library = page.waitForResponse(/\/client-library-/);
      await page.goto(path);
      await library;
      const select = page.locator(`select[name=${other}]`);
      await page.locator(`[name=${typed}]`).focus();
      await page.waitForLoadState('networkidle');
      const before = await lastDrawn(select);
      await page.keyboard.type('Au');
      await expect(page.locator(`[name=${typed}]`)).toHaveValue('Au');
      expect(await before.evaluate((props, now) => props === now, await lastDrawn(select))).toBe(
        true,
      );
      expect(await before.evaluate((props) => Object.keys(props as object))).toContain('value');
      expect(looks).toHaveLength(1);
      page.off('request', note);
      await page.locator(`[name=${typed}]`).fill('');
    });
  }
});

/** The props with which React last rendered an element: a new object each time. */
function lastDrawn(element: Locator) {
  return element.evaluateHandle((node) => {
    const key = Object.keys(node).find((name) => name.startsWith('__reactProps')) ?? '';
    return (node as unknown as Record<string, unknown>)[key];
  });
}

test('the large scripts of a screen ask to be compiled in the background, in their first line', async ({
  request,
}) => {
  const html = await (await request.get('/account')).text();
  const scripts = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, url]) => url);
  const large = scripts.filter((url) => /\/(react|site)-/.test(url ?? ''));
  expect(large).toHaveLength(2);
  for (const url of large) {
    const code = await (await request.get(url ?? '')).text();
    expect(code.split('\n')[0], url).toBe('//# allFunctionsCalledOnLoad');
  }
});
