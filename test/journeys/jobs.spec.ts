import type { Page, Request } from '@playwright/test';
import { demoEmployer } from '#database/seed/demo-people.ts';
import { expect, test } from '../support/browser.ts';
import { fillByItself } from '../support/fill-by-itself.ts';
import { jobRow, storeJobs } from '../support/jobs.ts';
import type { TestServer } from '../support/start-test-server.ts';

const rows = '[data-rows] > li';
const hour = 3_600_000;

/** Jobs of a company that no other test knows, newest first. */
async function storeBoard(server: TestServer, count: number) {
  const company = `Clinic ${crypto.randomUUID().slice(0, 8)}`;
  const jobs = Array.from({ length: count }, (_, index) =>
    jobRow(demoEmployer.id, {
      title: `Auditor ${index + 1}${index === 4 ? ' 100%' : ''}`,
      company,
      job_type: index % 5 === 0 ? 'Contract' : 'Full-time',
      created_at: new Date(Date.now() - index * hour),
    }),
  );
  await storeJobs(server.database, jobs);
  return company;
}

function searchBox(page: Page) {
  return page.getByRole('searchbox', { name: 'Search jobs' });
}

test.describe('the job board', () => {
  test('searches as one types, filters, goes back and loads more, on one page', async ({
    page,
    server,
    complaints,
  }) => {
    const company = await storeBoard(server, 45);
    await page.goto('/jobs');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const status = page.locator('[data-count]');
    const found = `/jobs?q=${company.replace(' ', '+')}`;

    await searchBox(page).pressSequentially(company.toUpperCase());
    await expect(status).toHaveText('45 jobs');
    await expect(page.locator(rows)).toHaveCount(20);
    await expect(searchBox(page)).toBeFocused();
    // “posted” and its date are on one line.
    const posted = await page.locator('span:has(> [data-posted])').first().boundingBox();
    expect(posted?.height).toBeLessThan(30);
    await fillByItself(searchBox(page), company);
    await expect(page).toHaveURL(found);
    await test.step('Escape closes a menu that the mouse has opened, and keeps what was typed', async () => {
      const banner = page.getByRole('banner');
      await banner.getByRole('button', { name: 'Resources' }).hover();
      await expect(banner.getByRole('link', { name: /FAQ/ })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(banner.getByRole('link', { name: /FAQ/ })).toBeHidden();
      await expect(searchBox(page)).toHaveValue(company);
    });

    await page.getByRole('button', { name: 'Contract', exact: true }).click();
    await expect(status).toHaveText('9 jobs');
    await expect(page).toHaveURL(`${found}&type=Contract`);
    await expect(page.getByRole('button', { name: 'Contract', exact: true })).toBeFocused();
    await page.goBack();
    await expect(status).toHaveText('45 jobs');
    await expect(page).toHaveURL(found);
    await expect(page.getByRole('button', { name: 'All Types' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );

    await page.getByRole('link', { name: 'Load more' }).click();
    await expect(status).toHaveText('40 jobs shown');
    await expect(page.getByRole('link', { name: 'Auditor 21', exact: true })).toBeFocused();
    await page.getByRole('link', { name: 'Load more' }).click();
    await expect(status).toHaveText('45 jobs shown');
    await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0);
    const titles = await page.locator(`${rows} h3`).allTextContents();
    expect(new Set(titles).size).toBe(45);

    await test.step('a page of relevant jobs begins behind the last one, although a new one has come in', async () => {
      await page.goto(`${found}&sort=relevance`);
      await storeJobs(server.database, [jobRow(demoEmployer.id, { title: 'Auditor 0', company })]);
      await page.getByRole('link', { name: 'Load more' }).click();
      await expect(status).toHaveText('40 jobs shown');
      const shown = await page.locator(`${rows} h3`).allTextContents();
      expect(new Set(shown).size).toBe(40);
      await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    });

    await searchBox(page).fill(`${company} 101%`);
    await expect(page.getByText('No jobs found matching your criteria.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all jobs' }).click();
    await expect(page).toHaveURL('/jobs');
    await expect(searchBox(page)).toBeFocused();
    await expect(page.locator(rows)).toHaveCount(20);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('leads visitors to sign in, and says when it is loading, when a job is loading, and when it cannot be reached', async ({
    page,
    server,
  }) => {
    await page.goto('/jobs');
    await test.step('visitors sign in before they post, and members get the form', async () => {
      const post = page.getByRole('main').getByRole('link', { name: 'Post a Job' });
      await expect(post).toHaveAttribute('href', '/auth');
      // In a new tab too, the site remembers where they wanted to go.
      const opened = page.context().waitForEvent('page');
      await post.click({ button: 'middle' });
      const tab = await opened;
      // Evaluating while the page navigates throws an error, which would end the polling.
      await expect(tab).toHaveURL('/auth');
      await expect.poll(() => tab.evaluate(() => history.state?.usr?.pathname)).toBe('/post-job');
      await tab.close();
      await page.evaluate(() => {
        document.documentElement.dataset.signedIn = 'true';
      });
      await expect(post).toHaveAttribute('href', '/post-job');
    });
    await page.evaluate(() => delete document.documentElement.dataset.signedIn);
    await test.step('it says that it is loading, and a late answer changes nothing', async () => {
      const company = await storeBoard(server, 3);
      let answerFirst = () => {};
      const held = new Promise<void>((resolve) => {
        answerFirst = resolve;
      });
      await page.route(/q=a$/, async (route) => {
        await held;
        await route.continue().catch(() => {});
      });
      const isOver = new Promise<void>((resolve) => {
        const note = (request: Request) => void (/q=a$/.test(request.url()) && resolve());
        page.on('requestfinished', note).on('requestfailed', note);
      });
      await searchBox(page).fill('a');
      await expect(page.getByText('Loading jobs...')).toBeVisible();
      await searchBox(page).fill(company);
      await expect(page.locator('[data-count]')).toHaveText('3 jobs');
      answerFirst();
      await isOver;
      await expect(page.locator('[data-count]')).toHaveText('3 jobs');
      await expect(page.locator(rows)).toHaveCount(3);
    });
    await test.step('it cannot be reached, and can be tried again', async () => {
      await page.route(/q=coder$/, (route) => route.abort());
      await searchBox(page).fill('coder');
      const toast = page.locator('[data-sonner-toast]');
      await expect(toast).toContainText('Error');
      await expect(page.getByText('Failed to load jobs')).toBeVisible();
      await expect(page.getByText('The jobs could not be loaded')).toHaveCount(1);
      await expect(page.locator('[data-count]')).toHaveText('');
      await expect(searchBox(page)).toHaveValue('coder');
      await page.unroute(/q=coder$/);
      // As a public network answers that wants a login.
      await page.route(/q=coder$/, (route) => route.fulfill({ body: '<p>Who are you?' }));
      await page.getByRole('link', { name: 'Try again' }).click();
      await expect(toast).toHaveCount(2);
      await page.unroute(/q=coder$/);
      await page.getByRole('link', { name: 'Try again' }).click();
      await expect(page.locator(rows).first()).toContainText(/coder/i);
    });
    await test.step('a job is loading, and the board is unchanged on the way back', async () => {
      const status = page.locator('[data-count]');
      const before = (await status.textContent()) ?? '';
      const answer = Promise.withResolvers<void>();
      await page.route('**/job/*', async (route) => {
        await answer.promise;
        await route.continue();
      });
      // Once a page is being replaced, only what the old page itself logs can be observed.
      const said = page.waitForEvent('console', (message) => message.text().startsWith('status:'));
      await status.evaluate((place) => {
        new MutationObserver(() => console.info(`status: ${place.textContent}`)).observe(place, {
          childList: true,
        });
        document.querySelector<HTMLAnchorElement>('[data-rows] a[href^="/job/"]')?.click();
      });
      expect((await said).text()).toBe('status: Loading job details...');
      answer.resolve();
      await page.waitForURL('**/job/*');
      await page.goBack();
      await expect(status).toHaveText(before);
    });
  });
});

test.describe('the job board without JavaScript', () => {
  test.use({ runsScripts: false });

  test('searches, filters and pages', async ({ page, server }) => {
    const company = await storeBoard(server, 25);
    await page.goto('/jobs');
    await expect(page.getByRole('button', { name: /^Save/ }).first()).toBeHidden();
    await searchBox(page).fill(company);
    await searchBox(page).press('Enter');
    await expect(page.getByText('25 jobs', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Load more' }).click();
    await expect(page.locator(rows)).toHaveCount(5);
    await expect(page.getByText('5 jobs on this page')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the newest jobs' }).click();
    await expect(page.locator(rows)).toHaveCount(20);
    await page.getByRole('button', { name: 'Contract', exact: true }).click();
    await expect(page).toHaveURL(/type=Contract/);
    await expect(page.getByText('5 jobs', { exact: true })).toBeVisible();
    await expect(searchBox(page)).toHaveValue(company);
  });
});

test.describe('the address of a search', () => {
  test('takes every character literally', async ({ request, server }) => {
    const company = await storeBoard(server, 6);
    const find = async (q: string) => {
      const html = await (await request.get(`/jobs?q=${encodeURIComponent(q)}`)).text();
      return html.match(/data-count[^>]*>([^<]*)/)?.[1];
    };
    expect(await find(company)).toBe('6 jobs');
    expect(await find(company.replace('C', '_'))).toBe('0 jobs');
    expect(await find(`%${company}`)).toBe('0 jobs');
    expect(await find('5 100%')).not.toBe('0 jobs');
    expect(await find('"><script>alert(1)</script>')).toBe('0 jobs');
  });

  test('leads to the same list as a feed, and is one page for search engines', async ({
    request,
  }) => {
    const html = await (await request.get('/jobs?q=coder&type=Full-time')).text();
    const feeds = html.match(/href="\/jobs\/feed\.xml\?q=coder&amp;type=Full-time"/g);
    expect(feeds).toHaveLength(2);
    expect(html).toMatch(/rel="canonical" href="[^"]*\/jobs\/type\/full-time"/);
  });
});
