import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { provedAddress } from '../support/companies.ts';
import { confirmAddress, passDay, subscribe } from '../support/employers.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import { newPerson, signInDirectly, toastOf } from '../support/people-on-screen.ts';
import { expectSound } from '../support/sound.ts';
import type { TestServer } from '../support/start-test-server.ts';
import { testKeys } from '../support/test-keys.ts';

const town = `Larkspur Falls ${crypto.randomUUID().slice(0, 8)}`;
const wide = { width: 1280, height: 900 };
const stated = (page: Page) => page.getByLabel('Who do you hire for?');

/** Somebody new, signed in there. */
async function enter(server: TestServer, page: Page) {
  await page.setViewportSize(wide);
  const person = await newPerson(server.url);
  const { user, access_token } = await signInDirectly(page.context(), server.url, person);
  const headers = { apikey: testKeys.publishableKey, authorization: `Bearer ${access_token}` };
  return { page, id: String(user.id), headers };
}

/** Somebody who pays and has confirmed their address. */
async function member(server: TestServer, page: Page) {
  const who = await enter(server, page);
  await confirmAddress(server.database, who.id);
  await subscribe(server.database, who.id);
  return who;
}

/** The same without a browser. */
async function memberElsewhere(server: TestServer) {
  const who = await server.actors.signedIn();
  await subscribe(server.database, who.id);
  return who;
}

async function state(page: Page, company: string) {
  await stated(page).fill(company);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toastOf(page, 'Company saved').first()).toBeVisible();
}

async function expectSeen(page: Page, count: 0 | 1) {
  await page.goto(`/browse-candidates?q=${encodeURIComponent(town)}`);
  await expect(page.locator('.candidates-count')).toHaveText(
    count ? '1 candidate' : '0 candidates',
  );
}

/**
 * How many the search finds there, queried as the screen does; another visit would take twenty
 * times as long.
 */
function expectFound({ url }: TestServer, who: { headers: Record<string, string> }, count: 0 | 1) {
  const ask = async () => {
    const answer = await fetch(`${url}/rest/v1/rpc/count_candidates`, {
      method: 'POST',
      headers: { ...who.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ q: town }),
    });
    return answer.json();
  };
  return expect.poll(ask).toEqual([{ matches: count, is_exact: true }]);
}

test('a candidate hides from their employer and similar names: from who posts there, who joins later, and who states nothing', async ({
  page,
  browser,
  server,
}) => {
  const candidate = await enter(server, await browser.newPage());
  await server.database.asService.query({
    text: `insert into public.candidate_profiles (user_id, public_profile, headline, location)
      values ($1, true, 'Inpatient coder', $2)`,
    values: [candidate.id, town],
  });
  const [poster, sister, cousin, mover, manager] = await Promise.all([
    member(server, page),
    memberElsewhere(server),
    memberElsewhere(server),
    member(server, await browser.newPage()),
    member(server, await browser.newPage()),
  ]);
  const posted = [
    [poster, 'Larkspur Health'],
    [sister, 'Larkspur Healthcare'],
    [cousin, 'Larkspur Healthways'],
  ] as const;
  for (const [{ id }, company] of posted)
    await storeJobs(server.database, [jobRow(id, { company })]);

  await test.step('the employer proves its domain, and everybody who says for whom they hire sees the candidate', async () => {
    await poster.page.goto('/my-company');
    await poster.page.getByLabel('Web address').fill('larkspur-clinics.example');
    await poster.page.getByRole('button', { name: 'Save the web address' }).click();
    await expect(poster.page.getByText('@larkspur-clinics.example')).toBeVisible();
    await provedAddress(server.database, poster.id, `amy-${poster.id}@larkspur-clinics.example`);
    await poster.page.reload();
    await expect(poster.page.locator('main .company-mark').first()).toHaveText(
      'Domain larkspur-clinics.example proven',
    );
    await poster.page.goto('/browse-candidates');
    await state(poster.page, 'Larkspur Health');
    await passDay(server.database, poster);
    await expectSeen(poster.page, 1);
    for (const [who, company] of [
      [sister, 'Larkspur Healthcare'],
      [cousin, 'Larkspur Healthways'],
    ] as const) {
      await who.client.from('employers').insert({ user_id: who.id, company }).throwOnError();
      await passDay(server.database, who);
      await expectFound(server, who, 1);
    }
    await mover.page.goto('/browse-candidates');
    await state(mover.page, 'Wren Staffing');
    await expectSeen(mover.page, 1);
  });

  await test.step('the candidate hides from the employer and one of two similar names, at once', async () => {
    const { page } = candidate;
    await page.goto('/candidate-profile');
    await page.locator('.profile-more').scrollIntoViewIfNeeded();
    await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Larkspur Health');
    const similar = page.getByRole('group', { name: /^Similar names here/ });
    await expect(similar.getByRole('checkbox')).toHaveCount(2);
    await similar.getByLabel('Larkspur Healthways').uncheck();
    await page.getByRole('button', { name: 'Hide from this company' }).click();
    const hides = page.getByRole('list', { name: 'Companies that you hide from' });
    await expect(hides.getByRole('listitem')).toHaveText([
      /^Larkspur Health/,
      /^Larkspur Healthcare/,
    ]);
    await expectSound(page, { state: 'hidden from two companies', part: 'main' });
    await expectSeen(poster.page, 0);
    await expectFound(server, sister, 0);
    await expectFound(server, cousin, 1);
    await expectFound(server, mover, 1);
  });

  await test.step('a manager of the employer who states no company sees nobody, and once one is stated, nobody who hides from it', async () => {
    const { page, id } = manager;
    await provedAddress(server.database, id, `mo-${id}@mail.larkspur-clinics.example`);
    await page.goto(`/browse-candidates?q=${encodeURIComponent(town)}`);
    await expect(page.getByRole('heading', { name: 'Before your first search' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(0);
    await state(page, 'Quiet Consulting');
    await expectSeen(page, 0);
    await passDay(server.database, { id });
    await expectFound(server, manager, 0);
  });

  await test.step('after stating a new employer, nobody disappears today, and the candidate does from tomorrow on', async () => {
    const { page, id } = mover;
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(page.getByText('You can make two within a year.')).toBeVisible();
    await expect(stated(page)).toBeFocused();
    await state(page, 'LARKSPUR HEALTHCARE, Inc.');
    await expect(page.getByText(/, and from .* for LARKSPUR HEALTHCARE, Inc\./)).toBeFocused();
    await expectFound(server, mover, 1);
    await passDay(server.database, { id });
    await expectSeen(page, 0);
    await expect(page.getByText('You hire for LARKSPUR HEALTHCARE, Inc.')).toBeVisible();
  });

  await test.step('a second change brings nobody back, and a third is not possible', async () => {
    const { page, id } = mover;
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(page.getByText('You can make one within a year.')).toBeVisible();
    await state(page, 'Osprey Labs');
    await passDay(server.database, { id });
    await expectSeen(page, 0);
    await expect(page.getByText('You hire for Osprey Labs')).toBeVisible();
    await expect(page.getByText('You have changed it twice within a year.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change', exact: true })).toHaveCount(0);
  });

  await test.step('shown to the employer again, the candidate is visible there, and still not to the similar name', async () => {
    const { page } = candidate;
    await page
      .getByRole('button', { name: 'Stop hiding from Larkspur Health', exact: true })
      .click();
    await expectSeen(poster.page, 1);
    await expectFound(server, manager, 1);
    await expectFound(server, sister, 0);
    await expectFound(server, mover, 0);
  });
  for (const each of [candidate, mover, manager]) await each.page.close();
});
