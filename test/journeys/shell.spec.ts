import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';

const wide = { width: 1280, height: 900 };
const narrow = { width: 375, height: 800 };

test.describe('the header', () => {
  test.use({ viewport: wide });

  test('has a skip link, leads everywhere that it should, and opens its menus by keyboard', async ({
    page,
  }) => {
    await page.goto('/');
    await test.step('a first visit leaves the focus alone, and Tab first reaches the skip link', async () => {
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: /skip to/i });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(page.locator('main')).toBeFocused();
    });
    await test.step('the links', async () => {
      const nav = page.getByRole('navigation', { name: 'Main' });
      for (const [name, href] of [
        ['Organizations', '/organizations'],
        ['Educators', '/educators'],
        ['Jobs', '/jobs'],
        ['About', '/about'],
      ] as const) {
        await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
      }
      const booking = page.getByRole('banner').getByRole('link', { name: /Book Consultation/ });
      await expect(booking).toHaveAttribute('target', '_blank');
      await expect(booking).toHaveAttribute('rel', /noopener/);
      await expect(booking).toHaveAttribute('href', /^https:/);
    });
    await test.step('each link is there once, and not a second time for phones', async () => {
      for (const words of ['Educators', 'FAQ', 'Book Consultation', 'Sign in']) {
        await expect(page.getByRole('banner').getByText(words, { exact: true })).toHaveCount(1);
      }
    });
    await test.step('a mouse that rests on a button opens its menu, and closes it when it leaves', async () => {
      const brought: string[] = [];
      page.on('request', (request) => brought.push(request.url().replace(/.*\/(.*)-.*/, '$1')));
      const button = page.getByRole('banner').getByRole('button', { name: 'Professionals' });
      const quiz = page.getByRole('banner').getByRole('link', { name: /Pathway quiz/ });
      await button.hover();
      await expect(quiz).toBeVisible();
      expect(brought).toEqual(['menus-for-mouse']);
      // A click on a button whose menu hovering has opened keeps it open.
      await button.click();
      await expect(quiz).toBeVisible();
      await quiz.hover();
      await expect(quiz).toBeVisible();
      await button.click();
      await expect(quiz).toBeHidden();
      await page.getByRole('banner').getByRole('button', { name: 'Resources' }).hover();
      await expect(button).toHaveAttribute('aria-expanded', 'false');
      await expect(page.getByRole('banner').getByRole('link', { name: /FAQ/ })).toBeVisible();
      await page.mouse.move(5, 500);
      await expect(page.getByRole('banner').getByRole('link', { name: /FAQ/ })).toBeHidden();
    });
    await test.step('Enter opens a menu, Escape closes it and returns the focus', async () => {
      for (const [name, hrefs] of [
        ['Professionals', ['/professionals', '/certification-quiz']],
        [
          'Resources',
          [
            '/resources',
            '/faq',
            '/resources#accelerator',
            '/resources#case-studies',
            '/resources#downloads',
            '/resources#events',
          ],
        ],
      ] as const) {
        const button = page.getByRole('banner').getByRole('button', { name });
        await expect(button).toHaveAttribute('aria-expanded', 'false');
        await button.focus();
        await page.keyboard.press('Enter');
        await expect(button).toHaveAttribute('aria-expanded', 'true');
        for (const href of hrefs) {
          await expect(page.getByRole('banner').locator(`a[href="${href}"]:visible`)).toHaveCount(
            1,
          );
        }
        await page.keyboard.press('Escape');
        await expect(button).toHaveAttribute('aria-expanded', 'false');
        await expect(button).toBeFocused();
      }
    });
    await test.step('the arrow keys open a menu at either end and wrap around', async () => {
      const banner = page.getByRole('banner');
      await banner.getByRole('button', { name: 'Resources' }).focus();
      await page.keyboard.press('ArrowUp');
      await expect(banner.locator('a[href="/resources#events"]:visible')).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(banner.locator('a[href="/resources"]:visible')).toBeFocused();
      await page.keyboard.press('Escape');
    });
    await test.step('the menu on a phone mirrors the header and works by keyboard', async () => {
      await page.setViewportSize(narrow);
      const button = page.getByRole('banner').getByRole('button', { name: /menu/i });
      await expect(page.getByRole('banner').getByText('FAQ', { exact: true })).toHaveCount(1);
      // Like a phone that enlarges text and nothing else.
      const name = page.getByRole('banner').locator('.brand');
      await name.evaluate(({ style }) => style.setProperty('font-size', '38px'));
      expect((await name.boundingBox())?.y).toBeGreaterThanOrEqual(0);
      await name.evaluate(({ style }) => style.removeProperty('font-size'));
      await button.focus();
      await page.keyboard.press('Enter');
      for (const href of [
        '/organizations',
        '/professionals',
        '/educators',
        '/jobs',
        '/faq',
        '/about',
      ]) {
        await expect(page.getByRole('banner').locator(`a[href="${href}"]:visible`)).toHaveCount(1);
      }
      // Past what visitors do not see.
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await expect(page.getByRole('link', { name: 'Sign in' })).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(page.locator(':focus')).toHaveAttribute('href', '/about');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('banner').locator('a[href="/faq"]:visible')).toHaveCount(0);
      await expect(button).toBeFocused();
    });
    await test.step('an open menu closes when the width changes', async () => {
      await page.getByRole('banner').getByRole('button', { name: /menu/i }).click();
      await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
      await page.setViewportSize(wide);
      await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden');
      const resources = page.locator('[popovertarget=menu-resources]');
      await resources.click();
      await expect(resources).toHaveAttribute('aria-expanded', 'true');
      await page.setViewportSize(narrow);
      await expect(resources).toHaveCount(0);
      await page.setViewportSize(wide);
      await expect(resources).toHaveAttribute('aria-expanded', 'false');
    });
  });
});

test.describe('the header of a signed-in person', () => {
  test.use({ viewport: wide });

  test('offers to post a job and an account menu; a visitor sees neither', async ({ page }) => {
    await page.goto('/');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(header.getByText('Post a Job')).toBeHidden();
    await expect(header.getByRole('button', { name: 'Account' })).toBeHidden();

    await pretendSignedIn(page);
    for (const path of ['/', '/jobs']) {
      await page.goto(path);
      await expect(header.getByText('Post a Job')).toBeVisible();
      await expect(header.getByRole('link', { name: 'Sign in' })).toBeHidden();
      await header.getByRole('button', { name: 'Account' }).click();
      await expect(header.getByRole('link', { name: 'Membership' })).toBeVisible();
    }
  });
});

test.describe('without JavaScript', () => {
  test.use({ runsScripts: false });

  test('menus open and every page reads the same', async ({ page }) => {
    await page.setViewportSize(wide);
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Resources' }).click();
    await expect(page.getByRole('banner').locator('a[href="/faq"]:visible')).toHaveCount(1);
    await page.setViewportSize(narrow);
    await page.goto('/jobs');
    await page.getByRole('banner').getByRole('button', { name: /menu/i }).click();
    await expect(page.getByRole('banner').locator('a[href="/about"]:visible')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test.describe('the footer', () => {
  test('links the policies, the approach and the social profiles, and has the theme switch, which is remembered and does not flash', async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    for (const href of [
      '/hire-talent',
      '/about#approach',
      '/privacy',
      '/terms',
      '/fulfillment',
      '/accessibility',
    ]) {
      await expect(footer.locator(`a[href="${href}"]`)).toHaveCount(1);
    }
    expect(await footer.locator('a[target=_blank][rel~=noopener]').count()).toBeGreaterThan(0);

    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.getByRole('contentinfo').getByText('Dark', { exact: true }).click();
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.goto('/about', { waitUntil: 'commit' });
    await page.waitForFunction(() => document.body !== null);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await page.waitForLoadState();
    expect(await paper()).toBe(dark);
  });
});

test.describe('going from page to page', () => {
  test.use({ viewport: wide });

  test('starts at the top with the focus on the heading, and reports no errors during view transitions', async ({
    page,
    complaints,
  }) => {
    const goOn = (to: string) =>
      page.getByRole('banner').locator(`nav a[href="${to}"]:visible`).first().click();
    await page.goto('/terms');
    for (const to of ['/about', '/jobs']) {
      await page.mouse.wheel(0, 400);
      await goOn(to);
      await page.waitForURL(`**${to}`);
      await expect(page.locator('h1')).toBeFocused();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await expect(page.getByRole('banner').locator('[aria-current=page]:visible')).toHaveText(
        to === '/jobs' ? 'Jobs' : 'About',
      );
    }
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    for (const to of ['/organizations', '/educators', '/about', '/jobs']) {
      await goOn(to);
      await page.waitForURL(`**${to}`);
    }
    await expect(page.locator('h1')).toBeFocused();
    expect(complaints).toEqual([]);
  });

  test('does the same when one screen leads to another without loading a page', async ({
    page,
  }) => {
    await page.goto('/dev/ui');
    await page.waitForLoadState('networkidle');
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      await page.emulateMedia({ reducedMotion });
      await goOn('/dev/ui');
      await page.mouse.wheel(0, 600);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
      await goOn('/auth');
      await expect(page.locator('h1')).toBeFocused();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      await expect(page.getByRole('status').filter({ hasText: 'Sign in' })).toHaveCount(1);
    }
    // Content that was kept aside in between also knows the current page.
    await page.setViewportSize(narrow);
    await expect(page.locator('.mobile-menu a[href="/auth"]')).toHaveAttribute(
      'aria-current',
      'page',
    );

    async function goOn(to: string) {
      await page.evaluate((to) => {
        // React Router's own handle for tools; screens call useNavigate, which does the same.
        const { __reactRouterDataRouter: router } = window as unknown as {
          __reactRouterDataRouter: { navigate(to: string): Promise<void> };
        };
        return router.navigate(to);
      }, to);
      await page.waitForURL(`**${to}`);
    }
  });
});

test('a missing page logs its path and offers the way home', async ({ page, complaints }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Oops! Page not found');
  await expect.poll(() => complaints.some((text) => text.includes('/no/such/page'))).toBe(true);
  await page.locator('main').getByRole('link', { name: /home/i }).click();
  await page.waitForURL((url) => url.pathname === '/');
});

/** The header only looks for a stored session. The API would say that it is invalid, so it is kept from answering. */
async function pretendSignedIn(page: Page) {
  await page.route(/\/(auth|rest)\/v1\//, (route) => route.abort());
  await page.evaluate(() => {
    const key = `sb-${location.hostname.split('.')[0]}-auth-token`;
    const soon = Math.floor(Date.now() / 1000) + 3600;
    localStorage.setItem(
      key,
      JSON.stringify({
        access_token: 'x',
        refresh_token: 'y',
        expires_at: soon,
        user: { id: 'z' },
      }),
    );
  });
}
