import type { Locator, Page } from '@playwright/test';
import { findBarriers } from '../support/barriers.ts';
import { expect, test } from '../support/browser.ts';
import { becomeKnown, subscribe } from '../support/employers.ts';
import { enter, toastOf } from '../support/people-on-screen.ts';
import { expectLargeLettersFit } from '../support/reflow.ts';
import { countOn, newTown, publishOthers } from '../support/search-on-screen.ts';

test('no match, a failure and more than a page: the search says what is wrong and goes on', async ({
  page,
  server,
  browserName,
}) => {
  const town = newTown();
  const { id } = await enter(server, page);
  await subscribe(server.database, id);
  await becomeKnown(server.database, id);
  // Whether steps are left cannot be read: the search shows what it may.
  await page.route('**/rpc/employer_state', (route) => route.abort(), { times: 1 });
  await publishOthers(
    server,
    town,
    Array.from({ length: 23 }, () => ({ level: 'Lead', skill: 'Epic' })),
  );
  await page.goto(`${server.url}/browse-candidates?q=zebrafish`);
  await expect(page.getByText('No candidates match this search')).toBeVisible();
  await expect(countOn(page)).toHaveText('0 candidates');
  // Words typed into one field may belong into another.
  await page.goto(`${server.url}/browse-candidates?q=epic&location=${town}`);
  await expect(page.getByRole('list', { name: 'These searches find candidates:' })).toHaveText(
    '“epic” as a skill or language 23 candidates',
  );
  expect(await findBarriers(page)).toEqual([]);
  await expectLargeLettersFit(page);
  await page.getByRole('button', { name: '“epic” as a skill or language' }).click();
  await expect(countOn(page)).toHaveText('23 candidates');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.goBack();
  await page.getByRole('button', { name: 'Show all candidates' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page).toHaveURL(/browse-candidates$/);
  await expect(page.getByRole('article')).toHaveCount(20);

  await page.route('**/rpc/search_candidates', (route) => route.abort());
  await page.setViewportSize({ width: 375, height: 640 });
  await page.getByRole('searchbox').fill(town);
  await expect(toastOf(page, 'Error')).toContainText('Failed to load candidates');
  await expect(page.getByText('Failed to load candidates')).toHaveCount(1);
  await expect(page.getByText('Your search is kept.')).toBeVisible();
  // It stays while the pointer is on it.
  await toastOf(page, 'Error').hover();
  await page
    .getByRole('alert')
    .evaluate((notice) => notice.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await expectBeside(toastOf(page, 'Error'), page.getByRole('alert'));
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.unroute('**/rpc/search_candidates');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(countOn(page)).toHaveText('23 candidates');
  await expect(page.getByRole('article')).toHaveCount(20);

  // Firefox's driver cannot answer a request in place of the server.
  if (browserName === 'chromium') await findThoseWithoutLists(page);

  await page.getByRole('button', { name: 'Load more' }).press('Enter');
  await expect(page.getByRole('article')).toHaveCount(23);
  await expect(page.getByRole('article').nth(20).getByRole('link')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);

  const saving = page.waitForResponse(
    (answer) => answer.url().includes('/saved_candidates') && answer.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Save Coder' }).last().click();
  await saving;
  await page.goto(`${server.url}/saved-candidates`);
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(await findBarriers(page)).toEqual([]);

  await server.database.asService.query({
    text: `insert into public.candidate_profiles (user_id, headline, public_profile) values ($1, $2, true)`,
    values: [id, `Member of ${town}`],
  });
  await page.goto(`${server.url}/browse-candidates?q=${encodeURIComponent(`Member of ${town}`)}`);
  await page.getByRole('button', { name: /^Contact Member/ }).click();
  await expect(toastOf(page, 'This is your own profile')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** On a phone a toast is as wide as the screen, and the notice says what to do. */
async function expectBeside(toast: Locator, notice: Locator) {
  await expect
    .poll(async () => {
      const [one, other] = [await toast.boundingBox(), await notice.boundingBox()];
      if (!one || !other) return 'gone';
      return one.y + one.height <= other.y || one.y >= other.y + other.height;
    })
    .toBe(true);
}

/** Another client than this site may have saved no list at all. */
async function findThoseWithoutLists(page: Page) {
  const search = '**/rpc/search_candidates';
  await page.route(search, async (route) => {
    const answer = await route.fetch();
    const lists = /"(skills|certifications|languages|preferred_\w+)":\s*\[[^\]]*\]/g;
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(lists, '"$1":null'),
    });
  });
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(20);
  await page.unroute(search);
}
