import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { demoPassword } from '#database/seed/demo-people.ts';
import { allowDataService } from '#server/content-security-policy.ts';
import { listen } from '#server/listen.ts';
import { createLogger } from '#server/logger.ts';
import { createServer } from '#server/server.ts';
import { readConfig } from '#server/settings/config.ts';
import { makeSigningKey } from '#server/settings/keys.ts';
import { readBuild } from '#server/stored-files.ts';
import { expect, test } from '../support/browser.ts';
import { fillSignIn } from '../support/people-on-screen.ts';
import type { TestServer } from '../support/start-test-server.ts';
import { testKeys } from '../support/test-keys.ts';

const buildFolder = join(import.meta.dirname, '../../build');

/** The pages and functions of a site whose data is a project's; another site plays the project. */
async function startPages(project: TestServer) {
  const build: ServerBuild = await import(pathToFileURL(join(buildFolder, 'server/index.js')).href);
  const { handle, answerStored, acceptSockets, stop } = await createServer({
    config: readConfig({
      LOG_LEVEL: 'silent',
      SUPABASE_URL: project.url,
      PUBLISHABLE_KEY: testKeys.publishableKey,
      DATABASE_URL: 'postgresql://owner@project.example/postgres',
    }),
    // It signs nothing that the project would take, and takes nothing but what the project signed.
    keys: { ...testKeys, jwtKeys: [await makeSigningKey()] },
    database: project.database,
    logger: createLogger('silent'),
    build: async () => build,
    files: readBuild(join(buildFolder, 'client')),
  });
  const listening = await listen(handle, '127.0.0.1', 0, {
    answerStored,
    acceptSockets,
    trustProxy: false,
  });
  return {
    url: `http://127.0.0.1:${listening.port}`,
    async stop() {
      listening.server.closeAllConnections();
      await listening.close();
      await stop();
      allowDataService(undefined);
    },
  };
}

test('the same pages stand on a project elsewhere by settings alone: sign in, board, a function', async ({
  page,
  server,
  complaints,
}) => {
  const pages = await startPages(server);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (/^\/(auth|rest|storage|functions)\/v1\//.test(pathname)) {
      asked.push(`${origin} ${pathname}`);
    }
  });

  await test.step('the board', async () => {
    await page.goto(`${pages.url}/jobs`);
    await expect(page.locator('a[href^="/job/"]').first()).toBeVisible();
  });
  await test.step('sign in', async () => {
    await page.goto(`${pages.url}/auth?next=/my-jobs`);
    await fillSignIn(page, { email: 'employer@demo.example', password: demoPassword });
    await expect(page).toHaveURL(`${pages.url}/my-jobs`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => asked.some((one) => one.includes('/rest/v1/'))).toBe(true);
  });
  await test.step('a function, with the token of the project', async () => {
    const answered = page.waitForResponse(/functions\/v1\/account-sessions$/);
    await page.goto(`${pages.url}/account`);
    expect((await answered).status()).toBe(200);
  });

  const at = (origin: string) => asked.filter((one) => one.startsWith(`${origin} `));
  expect(at(pages.url).filter((one) => !one.includes('/functions/v1/'))).toEqual([]);
  expect(at(server.url).some((one) => one.includes('/auth/v1/token'))).toBe(true);
  expect(at(server.url).filter((one) => one.includes('/functions/v1/'))).toEqual([]);
  // Our own services answer nobody there.
  expect((await page.request.get(`${pages.url}/auth/v1/settings`)).status()).toBe(404);
  // Nothing that a page needs was kept from it, by its own policy or the project's.
  expect(complaints).toEqual([]);
  await pages.stop();
});
