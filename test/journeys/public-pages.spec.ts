import type { Page } from '@playwright/test';
import { certifications } from '#app/content/certifications.ts';
import { faqCategories, faqQuestion } from '#app/content/faq.ts';
import { home } from '#app/content/home.ts';
import { sampleNote } from '#app/content/testimonials.ts';
import { site } from '#domain/brand.ts';
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
    for (const path of ['/organizations', '/professionals', '/educators']) {
      await page.goto('/');
      const section = page.getByRole('region', { name: home.audiences.title });
      await section.locator(`a[href="${path}"]`).click();
      await expect(page).toHaveURL(path);
    }
  });
});

test.describe('the questions', () => {
  const [first, second] = faqCategories[0]?.questions ?? [];
  const last = faqCategories.at(-1)?.questions[0];
  if (!first || !second || !last) throw new Error('the FAQ has too few questions');

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
      test.use({ javaScriptEnabled });

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

        // From another page, as the same one would not be loaded again.
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
      });
    });
  }

  test('stand under eight subjects, carry a link to themselves, and end with a call and an address', async ({
    page,
  }) => {
    await page.goto('/faq');
    await expect(page.locator('main section[id]')).toHaveCount(8);
    await expect(page.locator('main').getByRole('link', { name: 'Email Us' })).toHaveAttribute(
      'href',
      `mailto:${site.email}`,
    );
    await expectCall(page, 'Book a Free Consultation');
    await summary(page, second.question).click();
    await answer(page, second.id).getByRole('link', { name: 'Link to this answer' }).click();
    await expect(page).toHaveURL(`/faq#${second.id}`);
    await expect(answer(page, second.id)).toBeVisible();
  });
});

test('the certifications are a table on every screen, mark one tier, and lead to a page of each', async ({
  page,
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
    await page.goto('/professionals');
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText(`${hours} hours`);
    await expect(row).toContainText(`${weeks.min}–${weeks.max} weeks`);
    await row.getByRole('link', { name: 'Learn More' }).click();
    await expect(page).toHaveURL(`/certifications/${slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }
});

test.describe('buttons', () => {
  test('what cannot be downloaded yet is disabled and says why', async ({ page }) => {
    await page.goto('/organizations');
    const button = page.getByRole('button', {
      name: 'Download IGM Services Overview (Coming Soon)',
    });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(/cannot be downloaded yet/);
  });

  test('every call opens the scheduling page in a new tab', async ({ page }) => {
    for (const [path, label] of [
      ['/', 'Book a Readiness Assessment'],
      ['/organizations', 'Book a Discovery Call'],
      ['/educators', 'Book a Partnership Call'],
      ['/hire-talent', 'Talk About a Partnership'],
      ['/about', 'Book Consultation'],
      ['/certifications/student', 'Book Consultation'],
    ] as const) {
      await page.goto(path);
      await expectCall(page, label);
    }
  });

  test('the three plans lead to posting, to membership and to a call', async ({ page }) => {
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

test.describe('addresses within pages', () => {
  test('each is there, and the header does not cover it; one that is cut off breaks nothing', async ({
    page,
    complaints,
  }) => {
    // Never twice the same page in a row, which would not be loaded again.
    for (const address of [
      '/professionals#certifications',
      '/about#approach',
      '/professionals#micro-certs',
      '/about#credentials',
      '/organizations#approach',
      '/fulfillment#refunds',
      '/organizations#assessment',
      '/terms#governing-law',
      '/organizations#workforce',
    ]) {
      await page.goto(address);
      const target = page.locator(new URL(address, 'http://localhost').hash);
      await expect(target, address).toHaveCount(1);
      const header = await page.getByRole('banner').boundingBox();
      const place = await target.boundingBox();
      expect(place?.y, address).toBeGreaterThanOrEqual(Math.floor(header?.height ?? 0));
    }
    await page.goto('/about#50%');
    await expect(page.getByRole('button', { name: 'Resources' })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
    expect(complaints).toEqual([]);
  });

  test('every section of the policies has a line in the contents', async ({ page }) => {
    for (const [path, sections] of [
      ['/terms', 13],
      ['/privacy', 9],
      ['/fulfillment', 8],
    ] as const) {
      await page.goto(path);
      const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
      await expect(page.locator('main section[id]'), path).toHaveCount(sections);
      await expect(contents, path).toHaveCount(sections);
      const hrefs = await contents.evaluateAll((links) =>
        links.map((link) => link.getAttribute('href') ?? ''),
      );
      for (const href of hrefs) await expect(page.locator(href), path).toHaveCount(1);
    }
  });
});

function summary(page: Page, question: string) {
  return page.locator('summary').filter({ hasText: question });
}

function answer(page: Page, id: string) {
  return page.locator(`details #${id}`);
}

async function expectCall(page: Page, label: string) {
  const link = page.locator('main').getByRole('link', { name: label }).first();
  await expect(link).toHaveAttribute('href', site.schedulingUrl);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
}
