import type { Page } from '@playwright/test';
import { certifications } from '#app/content/certifications.ts';
import { faqCategories, faqQuestion } from '#app/content/faq.ts';
import { home } from '#app/content/home.ts';
import { sampleNote } from '#app/content/testimonials.ts';
import { site } from '#domain/brand.ts';
import { expect, test } from '../support/browser.ts';

test.describe('Home', () => {
  test('has its eleven sections in order', async ({ page }) => {
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
  });

  test('leads from three cards to the three audiences', async ({ page }) => {
    for (const path of ['/organizations', '/professionals', '/educators']) {
      await page.goto('/');
      const section = page.getByRole('region', { name: home.audiences.title });
      await section.locator(`a[href="${path}"]`).click();
      await expect(page).toHaveURL(path);
    }
  });

  test('says beside the testimonials that they are samples', async ({ page }) => {
    await page.goto('/');
    const proof = page.getByRole('region', { name: home.proof.title });
    await expect(proof.locator('blockquote')).toHaveCount(3);
    await expect(proof.getByText(sampleNote)).toBeVisible();
  });

  test('leads from the sandbox to the Accelerator', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'See the Accelerator' })).toHaveAttribute(
      'href',
      '/resources#accelerator',
    );
  });
});

test.describe('the questions', () => {
  const [first, second] = faqCategories[0]?.questions ?? [];
  const last = faqCategories.at(-1)?.questions[0];
  if (!first || !second || !last) throw new Error('the FAQ has too few questions');

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
      test.use({ javaScriptEnabled });

      test('open one at a time, and close again', async ({ page }) => {
        await page.goto('/faq');
        await expect(page.locator('details[open]')).toHaveCount(0);
        await summary(page, first.question).click();
        await expect(answer(page, first.id)).toBeVisible();
        await summary(page, last.question).click();
        await expect(answer(page, last.id)).toBeVisible();
        await expect(answer(page, first.id)).toBeHidden();
        await summary(page, last.question).press('Enter');
        await expect(page.locator('details[open]')).toHaveCount(0);
      });

      test('open by their address, below the header', async ({ page }) => {
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

  test('carry a link to themselves', async ({ page }) => {
    await page.goto('/faq');
    await summary(page, second.question).click();
    await answer(page, second.id).getByRole('link', { name: 'Link to this answer' }).click();
    await expect(page).toHaveURL(`/faq#${second.id}`);
    await expect(answer(page, second.id)).toBeVisible();
  });

  test('stand under eight subjects, with a call and an address at the end', async ({ page }) => {
    await page.goto('/faq');
    await expect(page.locator('main section[id]')).toHaveCount(8);
    await expect(page.locator('main').getByRole('link', { name: 'Email Us' })).toHaveAttribute(
      'href',
      `mailto:${site.email}`,
    );
    await expectCall(page, 'Book a Free Consultation');
  });

  test('appear on Home, three of them', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('main details')).toHaveCount(3);
    for (const id of home.quickAnswers.questionIds) {
      await summary(page, faqQuestion(id).question).click();
      await expect(answer(page, id)).toBeVisible();
      await expect(page.locator('details[open]')).toHaveCount(1);
    }
  });
});

test.describe('certifications', () => {
  test('Learn More leads to a page of the tier', async ({ page }) => {
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

  test('marks the most popular tier alone', async ({ page }) => {
    await page.goto('/professionals');
    await expect(page.getByText('Most popular', { exact: true })).toHaveCount(1);
    await expect(page.getByRole('row').filter({ hasText: 'Most popular' })).toContainText(
      'Applied Practice',
    );
  });

  test('stays a table on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto('/professionals');
    const table = page.getByRole('table', { name: 'Five tiers, one for each kind of work' });
    await expect(table.getByRole('row')).toHaveCount(6);
    await expect(table.getByRole('rowheader')).toHaveCount(5);
  });

  test('a tier that does not exist is a missing page', async ({ page }) => {
    const response = await page.goto('/certifications/astrology');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  });
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

  for (const [path, label] of [
    ['/', 'Book a Readiness Assessment'],
    ['/organizations', 'Book a Discovery Call'],
    ['/educators', 'Book a Partnership Call'],
    ['/hire-talent', 'Talk About a Partnership'],
    ['/about', 'Book Consultation'],
    ['/certifications/student', 'Book Consultation'],
  ] as const) {
    test(`${label} on ${path} opens the scheduling page in a new tab`, async ({ page }) => {
      await page.goto(path);
      await expectCall(page, label);
    });
  }

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
  for (const address of [
    '/professionals#certifications',
    '/professionals#micro-certs',
    '/about#approach',
    '/about#credentials',
    '/organizations#approach',
    '/organizations#assessment',
    '/organizations#workforce',
    '/fulfillment#refunds',
    '/terms#governing-law',
  ]) {
    test(`${address} is there, and the header does not cover it`, async ({ page }) => {
      await page.goto(address);
      const target = page.locator(new URL(address, 'http://localhost').hash);
      await expect(target).toHaveCount(1);
      const header = await page.getByRole('banner').boundingBox();
      const place = await target.boundingBox();
      expect(place?.y).toBeGreaterThanOrEqual(Math.floor(header?.height ?? 0));
    });
  }

  for (const [path, sections] of [
    ['/terms', 13],
    ['/privacy', 9],
    ['/fulfillment', 8],
  ] as const) {
    test(`${path} has ${sections} sections, each with a line in the contents`, async ({ page }) => {
      await page.goto(path);
      const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
      await expect(page.locator('main section[id]')).toHaveCount(sections);
      await expect(contents).toHaveCount(sections);
      const hrefs = await contents.evaluateAll((links) =>
        links.map((link) => link.getAttribute('href') ?? ''),
      );
      for (const href of hrefs) await expect(page.locator(href)).toHaveCount(1);
    });
  }
});

test('no page is lost at a width of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const path of [
    ...['/', '/organizations', '/professionals', '/educators', '/hire-talent', '/about', '/faq'],
    ...['/terms', '/privacy', '/fulfillment', '/accessibility'],
    ...certifications.map(({ slug }) => `/certifications/${slug}`),
  ]) {
    await page.goto(path);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});

test('headings never skip a level', async ({ page }) => {
  for (const path of ['/', '/organizations', '/professionals', '/educators', '/hire-talent']) {
    await page.goto(path);
    const levels = await page
      .locator('main :is(h1, h2, h3, h4)')
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName[1])));
    levels.forEach((level, index) => {
      expect(level - (levels[index - 1] ?? 0), `${path}, heading ${index + 1}`).toBeLessThan(2);
    });
  }
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
