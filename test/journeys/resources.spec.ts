import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { fillByItself } from '../support/fill-by-itself.ts';

const titles = '[data-entry]:visible h3';

test.describe('the resources', () => {
  test('are filtered as one types, without a new page or a lost focus', async ({
    page,
    complaints,
  }) => {
    await page.goto('/resources');
    await expect(page.getByRole('status')).toHaveText('9 resources');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const search = page.getByRole('searchbox', { name: 'Search resources' });
    await search.focus();
    await fillByItself(search, 'QUESTION');
    await expect(page.getByRole('status')).toHaveText('3 of 9 resources');
    await expect(page.locator(titles)).toHaveText([
      'IGM Framework Guide',
      'Certification Pathway Quiz',
      'The auditor asks',
    ]);
    await expect(page).toHaveURL('/resources?q=QUESTION');
    await expect(search).toBeFocused();

    await page.getByRole('button', { name: 'Podcasts' }).click();
    await expect(page.locator(titles)).toHaveText(['The auditor asks']);
    await expect(page).toHaveURL('/resources?q=QUESTION&type=podcasts');
    await expect(page.getByRole('button', { name: 'Podcasts' })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Podcasts' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await test.step('the selection is visible in forced colors too', async () => {
      await page.emulateMedia({ forcedColors: 'active' });
      const color = (name: string) =>
        page
          .getByRole('button', { name, exact: true })
          .evaluate((button) => getComputedStyle(button).backgroundColor);
      await expect.poll(async () => (await color('Podcasts')) !== (await color('All'))).toBe(true);
      await page.emulateMedia({ forcedColors: 'none' });
    });
    await search.press('Enter');
    await expect(page).toHaveURL('/resources?q=QUESTION&type=podcasts');
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

    await page.reload();
    await expect(page.locator(titles)).toHaveText(['The auditor asks']);
    await expect(search).toHaveValue('QUESTION');
    await test.step('they say when nothing matches, and come back', async () => {
      await page.getByRole('button', { name: 'Case Studies' }).click();
      await expect(page.getByRole('status')).toHaveText('No resource matches');
      await expect(page.getByText('Nothing matches')).toBeVisible();
      await page.getByRole('link', { name: 'Show Everything' }).click();
      await expect(page.locator(titles)).toHaveCount(9);
      await expect(page).toHaveURL('/resources');
      await expect(search).toBeFocused();
      await expect(search).toHaveValue('');
    });
    await test.step('they open other sites in a new tab, and the hub is unavailable with its reason', () =>
      expectWaysOut(page));
    expect(complaints).toEqual([]);
  });

  async function expectWaysOut(page: Page) {
    for (const [name, count] of [
      ['Listen Now', 3],
      ['Read More', 2],
    ] as const) {
      const links = page.getByRole('link', { name: `${name}: ` });
      await expect(links).toHaveCount(count);
      await expect(page.getByText(name, { exact: true })).toHaveCount(count);
      for (const link of await links.all()) {
        await expect(link).toHaveAttribute('target', '_blank');
        await expect(link).toHaveAccessibleDescription('Opens in a new tab');
      }
    }
    await expect(page.getByText('Sample', { exact: true })).toHaveCount(5);
    for (const category of ['All', 'Articles', 'Podcasts', 'Case Studies', 'Guides', 'Webinars']) {
      await expect(page.getByText(category, { exact: true })).toHaveCount(1);
    }
    const hub = page.getByRole('button', { name: 'Explore the Accelerator Hub (Coming Soon)' });
    await expect(hub).toBeDisabled();
    await expect(hub).toHaveAccessibleDescription('The hub is not open to visitors yet.');
  }

  test('offer the checklist as a PDF, whole or in parts', async ({ page, request }) => {
    await page.goto('/resources/ai-readiness-checklist');
    const path = await page.getByRole('link', { name: 'Download the PDF' }).getAttribute('href');
    const whole = await request.get(path ?? '');
    expect(whole.headers()['content-type']).toBe('application/pdf');
    expect((await whole.body()).length).toBeLessThan(150_000);
    const part = await request.get(path ?? '', { headers: { range: 'bytes=0-7' } });
    expect(part.status()).toBe(206);
    expect(await part.text()).toBe('%PDF-1.7');
    expect(part.headers()['content-range']).toMatch(/^bytes 0-7\//);
  });
});

test.describe('the resources without JavaScript', () => {
  test.use({ runsScripts: false });

  test('are filtered by the server', async ({ page }) => {
    await page.goto('/resources');
    await page.getByRole('searchbox').fill('question');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByText('3 of 9 resources')).toBeVisible();
    await page.getByRole('button', { name: 'Podcasts' }).click();
    await expect(page).toHaveURL('/resources?q=question&type=podcasts#find');
    await expect(page.locator(titles)).toHaveText(['The auditor asks']);
    await page.getByRole('button', { name: 'Webinars' }).click();
    await expect(page.getByText('Nothing matches')).toBeVisible();
    await page.getByRole('link', { name: 'Show Everything' }).click();
    await expect(page.locator(titles)).toHaveCount(9);
  });
});
