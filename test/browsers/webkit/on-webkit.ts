import { expect, test as onSite } from '../../support/browser.ts';
import { callAuth, storageKey } from '../../support/people-on-screen.ts';
import { startWebKit, type Window } from '../webkit-driver.ts';
import { openPage, type WebKitPage } from '../webkit-page.ts';

export { expect };

/** A browser of their own for each person, on the worker's site. */
export const test = onSite.extend<{ window: Window; visitor: WebKitPage; another: WebKitPage }>({
  window: ['desk', { option: true }],
  visitor: async ({ server, window }, use, info) => {
    const webkit = await startWebKit(window);
    const page = openPage(webkit, server.url);
    await use(page);
    if (info.status !== info.expectedStatus) {
      const body = await page.picture().catch(() => undefined);
      if (body) await info.attach('picture', { body, contentType: 'image/png' });
    }
    await webkit.stop();
  },
  another: async ({ server }, use) => {
    const webkit = await startWebKit('phone');
    await use(openPage(webkit, server.url));
    await webkit.stop();
  },
});

/** Puts a session into the browser without going through the screens. */
export async function signInDirectly(
  page: WebKitPage,
  siteUrl: string,
  person: { email: string; password: string },
) {
  const session = await callAuth(siteUrl, '/token?grant_type=password', person);
  await page.open('/about');
  await page.run(
    'localStorage.setItem(arguments[0], arguments[1])',
    storageKey(siteUrl),
    JSON.stringify(session),
  );
  return session as { access_token: string; user: { id: string } };
}

/** axe finds nothing, and nothing overflows sideways. */
export async function expectSound(page: WebKitPage) {
  expect(await page.barriers()).toEqual([]);
  expect(await page.overflow()).toBeLessThanOrEqual(0);
}
