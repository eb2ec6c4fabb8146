import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { sendLetter } from '#api/auth/letters/send-letter.ts';
import type { Project } from '#api/project/project.ts';
import type { Work } from '#api/subject.ts';
import { allowDataService } from '#server/door/content-security-policy.ts';
import { readBuild } from '#server/files/stored-files.ts';
import { listen } from '#server/listen.ts';
import { createLogger } from '#server/logger.ts';
import { createProject } from '#server/outside/project.ts';
import { createServer } from '#server/server.ts';
import { readConfig } from '#server/settings/config.ts';
import { makeSigningKey } from '#server/settings/keys.ts';
import { expect, test } from '../support/browser.ts';
import {
  callAuth,
  fillSignIn,
  newestMail,
  newPerson,
  toastOf,
} from '../support/people-on-screen.ts';
import { pdfOf } from '../support/resumes.ts';
import type { TestServer } from '../support/start-test-server.ts';
import { testKeys } from '../support/test-keys.ts';

const buildFolder = join(import.meta.dirname, '../../build');

/**
 * The pages and functions of a site whose data belongs to a project; another site plays the
 * project.
 */
async function startPages(project: TestServer) {
  const build: ServerBuild = await import(pathToFileURL(join(buildFolder, 'server/index.js')).href);
  const { handle, answerStored, acceptSockets, stop } = await createServer({
    config: readConfig({
      LOG_LEVEL: 'silent',
      SUPABASE_URL: project.url,
      PUBLISHABLE_KEY: testKeys.publishableKey,
      SECRET_KEY: testKeys.secretKey,
      DATABASE_URL: 'postgresql://owner@project.example/postgres',
    }),
    // It signs nothing that the project would accept, and accepts only what the project signed.
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

test('the same pages work on an external project by settings alone: sign in, board, a function, a new password', async ({
  page,
  server,
  complaints,
}) => {
  const pages = await startPages(server);
  const person = await newPerson(server.url);
  const project = createProject({ supabase: { url: server.url } }, testKeys) as Project;
  const asked: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (/^\/(auth|rest|storage|functions)\/v1\//.test(pathname)) {
      asked.push(`${origin} ${request.method()} ${pathname}`);
    }
  });

  await test.step('the board', async () => {
    await page.goto(`${pages.url}/jobs`);
    await expect(page.locator('a[href^="/job/"]').first()).toBeVisible();
  });
  await test.step('sign in', async () => {
    await page.goto(`${pages.url}/auth?next=/my-jobs`);
    await fillSignIn(page, person);
    await expect(page).toHaveURL(`${pages.url}/my-jobs`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => asked.some((one) => one.includes('/rest/v1/'))).toBe(true);
  });
  await test.step('a function, with the project’s token', async () => {
    const answered = page.waitForResponse(/functions\/v1\/account-sessions$/);
    await page.goto(`${pages.url}/account`);
    expect((await answered).status()).toBe(200);
  });

  await test.step('files, which the project stores', async () => {
    const { access_token } = await callAuth(server.url, '/token?grant_type=password', person);
    const headers = { apikey: testKeys.publishableKey, authorization: `Bearer ${access_token}` };
    const bytes = Buffer.from(await pdfOf(['Inpatient coder']));
    const form = new FormData();
    form.set('resume', new File([bytes], 'resume.pdf'));
    const kept = await fetch(`${pages.url}/functions/v1/keep-resume`, {
      method: 'POST',
      headers,
      body: form,
    });
    expect(kept.status).toBe(200);
    const rows = await fetch(`${server.url}/rest/v1/resumes?select=object_name`, { headers });
    const [{ object_name }] = await rows.json();
    const file = await fetch(
      `${server.url}/storage/v1/object/authenticated/resumes/${object_name}`,
      { headers },
    );
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
    await project.removeFile('resumes', object_name);
    expect((await fetch(file.url, { headers })).ok).toBe(false);

    const logo = await fetch(`${pages.url}/storage/v1/object/public/company-logos/a/b.png`, {
      redirect: 'manual',
    });
    expect([logo.status, logo.headers.get('location')]).toEqual([
      302,
      `${server.url}/storage/v1/object/public/company-logos/a/b.png`,
    ]);
  });

  await test.step('the mail that staff resend, which the project sends', async () => {
    const email = `${crypto.randomUUID()}@people.example`;
    const { id } = await callAuth(server.url, '/signup', { email, password: person.password });
    const { code: first } = await newestMail(page, email, /confirm/i);
    const work = { project, database: server.database } as Work;
    await sendLetter(work, {
      kind: 'signup',
      recipient: { userId: id },
      siteUrl: pages.url,
      redirectTo: pages.url,
      client: { address: '', counted: '', network: '', agent: '' },
    });
    await expect.poll(async () => (await newestMail(page, email, /confirm/i)).code).not.toBe(first);
  });

  await test.step('a new password a day later, with a code that goes along with it', async () => {
    // A project asks for the code in place of the old password, and accepts it nowhere else.
    const changes: Record<string, string>[] = [];
    await page.route(`${server.url}/auth/v1/user`, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      const body = route.request().postDataJSON();
      changes.push(body);
      if (body.nonce) return route.fallback();
      const msg = 'Password update requires reauthentication';
      const headers = { 'access-control-allow-origin': '*' };
      const json = { code: 400, error_code: 'reauthentication_needed', msg };
      await route.fulfill({ status: 400, headers, json });
    });
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('Current password').fill(person.password);
    await page.getByLabel('New password').fill('another-tulip-85');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByRole('button', { name: 'Send a code' }).click();
    const { code } = await newestMail(page, person.email, /code/i);
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(toastOf(page, 'Password changed')).toBeVisible();
    expect(changes.map(({ nonce }) => nonce)).toEqual([undefined, code]);
    // The refusal, and nothing else.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('400')]);
    expect(asked.filter((one) => one.endsWith('POST /auth/v1/reauthenticate'))).toEqual([]);
    await callAuth(server.url, '/token?grant_type=password', {
      ...person,
      password: 'another-tulip-85',
    });
  });

  const at = (origin: string) => asked.filter((one) => one.startsWith(`${origin} `));
  expect(at(pages.url).filter((one) => !one.includes('/functions/v1/'))).toEqual([]);
  expect(at(server.url).some((one) => one.includes('/auth/v1/token'))).toBe(true);
  expect(at(server.url).filter((one) => one.includes('/functions/v1/'))).toEqual([]);
  // Our own services answer nobody there.
  expect((await page.request.get(`${pages.url}/auth/v1/settings`)).status()).toBe(404);
  // Nothing that a page needs was blocked by its own policy or the project's.
  expect(complaints).toEqual([]);
  await pages.stop();
});
