import type { Page } from '@playwright/test';
import { certifications } from '#app/content/certifications.ts';
import { faqCategories, faqQuestion } from '#app/content/faq.ts';
import { home } from '#app/content/home.ts';
import { sampleNote } from '#app/content/testimonials.ts';
import { site } from '#domain/site/brand.ts';
import { expect, test } from '../support/browser.ts';

test('Home has its eleven sections in order, says what is a sample, and leads on', async ({
  page,
}) => {
  await page.goto('/');
  const headings = await page.locator('main').getByRole('heading', { level: 2 }).allInnerTexts();
  expect([await page.getByRole('heading', { level: 1 }).textContent(), ...headings]).toEqual([
    home.hero.title,
    home.hardQuestions.title,
    home.difference.title,
    home.audiences.title,
    home.services.title,
    home.proof.title,
    home.approach.title,
    home.revenueCycle.title,
    home.sandbox.title,
    home.quickAnswers.title,
    ...home.closing.cards.map(({ title }) => title),
  ]);
  await test.step('the testimonials are samples, and say so', async () => {
    const proof = page.getByRole('region', { name: home.proof.title });
    await expect(proof.locator('blockquote')).toHaveCount(3);
    await expect(proof.getByText(sampleNote)).toBeVisible();
  });
  await test.step('three questions open', async () => {
    await expect(page.locator('main details')).toHaveCount(3);
    for (const id of home.quickAnswers.questionIds) {
      await summary(page, faqQuestion(id).question).click();
      await expect(answer(page, id)).toBeVisible();
      await expect(page.locator('details[open]')).toHaveCount(1);
    }
  });
  await test.step('the sandbox leads to the Accelerator', () =>
    expect(page.getByRole('link', { name: 'See the Accelerator' })).toHaveAttribute(
      'href',
      '/resources#accelerator',
    ));
  await test.step('three cards lead to the three audiences', async () => {
    const section = page.getByRole('region', { name: home.audiences.title });
    for (const path of ['/organizations', '/professionals', '/educators']) {
      await expect(section.locator(`a[href="${path}"]`)).toBeVisible();
    }
  });
});

test.describe('the questions', () => {
  const [first, second] = faqCategories[0]?.questions ?? [];
  const last = faqCategories.at(-1)?.questions[0];
  if (!first || !second || !last) throw new Error('the FAQ has too few questions');

  for (const runsScripts of [true, false]) {
    test.describe(runsScripts ? 'with script' : 'without script', () => {
      test.use({ runsScripts });

      test('open one at a time and close again, and open by their address, below the header', async ({
        page,
      }) => {
        await page.goto('/faq');
        await expect(page.locator('details[open]')).toHaveCount(0);
        await summary(page, first.question).click();
        await expect(answer(page, first.id)).toBeVisible();
        await summary(page, last.question).click();
        await expect(answer(page, last.id)).toBeVisible();
        await expect(answer(page, first.id)).toBeHidden();
        for (const key of ['Enter', 'Space']) {
          await summary(page, last.question).press(key);
          await expect(page.locator('details[open]')).toHaveCount(0);
          await summary(page, last.question).press(key);
          await expect(answer(page, last.id)).toBeVisible();
          await summary(page, first.question).press(key);
          await expect(answer(page, first.id)).toBeVisible();
          await expect(page.locator('details[open]')).toHaveCount(1);
          await summary(page, last.question).press(key);
        }

        // From another page, because the same page would not be loaded again.
        await page.goto('/accessibility');
        await page.goto(`/faq#${last.id}`);
        await expect(answer(page, last.id)).toBeVisible();
        await expect(summary(page, last.question)).toBeInViewport({ ratio: 1 });
        const header = await page.getByRole('banner').boundingBox();
        const question = await summary(page, last.question).boundingBox();
        expect(question?.y).toBeGreaterThanOrEqual(header?.height ?? 0);
        await page.goto(`/faq#${second.id}`);
        await expect(answer(page, second.id)).toBeVisible();
        await expect(page.locator('details[open]')).toHaveCount(1);

        await test.step('each carries a link to itself', async () => {
          await summary(page, first.question).click();
          await answer(page, first.id).getByRole('link', { name: 'Link to this answer' }).click();
          await expect(page).toHaveURL(`/faq#${first.id}`);
          await expect(answer(page, first.id)).toBeVisible();
        });
        await test.step('they are grouped under eight subjects, and end with a contact address', async () => {
          await expect(page.locator('main section[id]')).toHaveCount(8);
          await expect(
            page.locator('main').getByRole('link', { name: 'Email Us' }),
          ).toHaveAttribute('href', `mailto:${site.email}`);
        });
      });
    });
  }
});

test('the certifications are a table on every screen, highlight one tier, and link to a page for each', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/professionals');
  const table = page.getByRole('table', { name: 'Five tiers, one for each kind of work' });
  await expect(table.getByRole('row')).toHaveCount(6);
  await expect(table.getByRole('rowheader')).toHaveCount(5);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByText('Most popular', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: 'Most popular' })).toContainText(
    'Applied Practice',
  );
  for (const { slug, name, hours, weeks } of certifications) {
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row.getByRole('heading')).toHaveText(name);
    await expect(page.getByText(name, { exact: true })).toBeVisible();
    await expect(row).toContainText(`${hours} hours`);
    await expect(row).toContainText(`${weeks.min}-${weeks.max} weeks`);
    const link = row.getByRole('link', { name: 'Learn More' });
    await expect(link).toHaveAttribute('href', `/certifications/${slug}`);
    const html = await (await request.get(`/certifications/${slug}`)).text();
    expect(textOf(html.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1])).toBe(name);
  }
});

test.describe('buttons', () => {
  test('every booking link opens the scheduling page in a new tab', async ({ request }) => {
    for (const [path, label] of [
      ['/', 'Book a Readiness Assessment'],
      ['/faq', 'Book a Free Consultation'],
      ['/organizations', 'Book a Discovery Call'],
      ['/educators', 'Book a Partnership Call'],
      ['/hire-talent', 'Talk About a Partnership'],
      ['/about', 'Book Consultation'],
      ['/certifications/student', 'Book Consultation'],
    ] as const) {
      const [, main = ''] = (await (await request.get(path)).text()).split('<main');
      const links = [...main.matchAll(/<a\s([^>]*)>(.*?)<\/a>/gs)];
      const call = links.find(([, , words]) => textOf(words).includes(label));
      expect(call?.[1], path).toContain(`href="${site.schedulingUrl}"`);
      expect(call?.[1], path).toContain('target="_blank"');
      expect(call?.[1], path).toMatch(/rel="[^"]*noopener/);
    }
  });

  test('what cannot be downloaded yet is disabled and says why, and the three plans lead on', async ({
    page,
  }) => {
    await page.goto('/organizations');
    const button = page.getByRole('button', {
      name: 'Download IGM Services Overview (Coming Soon)',
    });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(/cannot be downloaded yet/);
    await page.goto('/hire-talent');
    const plans = page.locator('#plans');
    await expect(plans.getByRole('link', { name: 'Post a Job' })).toHaveAttribute(
      'href',
      '/post-job',
    );
    await expect(plans.getByRole('link', { name: 'Start a Membership' })).toHaveAttribute(
      'href',
      '/membership',
    );
    await expect(plans.getByRole('listitem').filter({ hasText: '$49.99 per month' })).toHaveCount(
      1,
    );
  });
});

test.describe('links to parts of pages', () => {
  test('each target exists and is not covered by the header; a truncated one breaks nothing', async ({
    page,
    complaints,
  }) => {
    for (const address of [
      '/professionals#certifications',
      '/professionals#micro-certs',
      '/about#approach',
      '/about#credentials',
      '/organizations#approach',
      '/organizations#assessment',
      '/organizations#workforce',
      '/resources#accelerator',
      '/resources#case-studies',
      '/resources#downloads',
      '/resources#events',
      '/fulfillment#refunds',
      '/terms#governing-law',
    ]) {
      // The first link to a page loads it; for the others the browser only scrolls.
      await page.goto(address);
      const target = page.locator(new URL(address, 'http://localhost').hash);
      await expect(target, address).toHaveCount(1);
      const header = await page.getByRole('banner').boundingBox();
      const place = await target.boundingBox();
      expect(header?.y, address).toBe(0);
      expect(place?.y, address).toBeGreaterThanOrEqual(Math.floor(header?.height ?? 0));
      if (address.startsWith('/resources')) expect(place?.y, address).toBeLessThan(400);
    }
    await page.goto('/about#50%');
    await expect(page.getByRole('button', { name: 'Resources' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    expect(complaints).toEqual([]);
  });

  test('every section of the policies is listed in the contents', async ({ request }) => {
    for (const [path, sections] of [
      ['/terms', 13],
      ['/privacy', 9],
      ['/fulfillment', 8],
    ] as const) {
      const [, main = ''] = (await (await request.get(path)).text()).split('<main');
      const [contents = ''] = main.match(/<nav[^>]*>.*?<\/nav>/s) ?? [];
      const listed = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
      const ids = [...main.matchAll(/<section[^>]*\sid="([^"]+)"/g)].map(([, id]) => id);
      expect(ids, path).toHaveLength(sections);
      expect(listed, path).toEqual(ids);
    }
  });
});

function summary(page: Page, question: string) {
  return page.locator('summary').filter({ hasText: question });
}

function answer(page: Page, id: string) {
  return page.locator(`details #${id}`);
}

/** The text alone. */
const textOf = (html = '') => html.replaceAll(/<[^>]+>/g, '');
