import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { expectLargeLettersFit } from '../support/reflow.ts';
import { expectSound } from '../support/sound.ts';

const finished =
  '/certification-quiz?experience=advanced&role=leadership&goal=quick&commitment=moderate&focus=technical';

test.describe('the pathway quiz', () => {
  test('is answered with the keyboard alone: arrows choose, Enter goes on', async ({
    page,
    complaints,
  }) => {
    await page.goto('/certification-quiz');
    await expect(page.getByText('Question 1 of 5')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    await page.getByRole('radio').first().focus();
    for (const [index, presses] of [3, 3, 1, 1, 2].entries()) {
      if (index > 0) {
        await expect(page).toHaveTitle(new RegExp(`^Question ${index + 1} of 5 · `));
        await expect(page.locator('main h2')).toBeFocused();
        await page.keyboard.press('Tab');
      }
      for (let press = 0; press < presses; press += 1) await page.keyboard.press('ArrowDown');
      const next = page.getByRole('button', { name: index === 4 ? 'See Results' : 'Next' });
      await expect(next).toBeEnabled();
      await page.keyboard.press('Enter');
    }
    await expect(page).toHaveURL(finished);
    await expect(page).toHaveTitle(/^Your Recommended Pathway · /);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Recommended Pathway');
    await expect(page.locator('main h2')).toHaveText('Rules and Algorithms');
    expect(complaints).toEqual([]);
  });

  test('keeps its answers through Back, the browser’s back button and a reload, and has nothing for axe to find', async ({
    page,
  }) => {
    await page.goto('/certification-quiz');
    await choose(page, 'I am new to it');
    await page.getByRole('button', { name: 'Next' }).click();
    await choose(page, 'Educator, faculty member or trainer');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Question 3 of 5')).toBeVisible();

    await page.goBack();
    await expect(page.getByText('Question 2 of 5')).toBeVisible();
    await expect(page.getByLabel('Educator, faculty member or trainer')).toBeChecked();
    await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled();
    await page.goForward();
    await page.reload();
    await expect(page.getByText('Question 3 of 5')).toBeVisible();
    await test.step('in forced colors the bar still shows how far it is', async () => {
      await page.emulateMedia({ forcedColors: 'active' });
      const colorOf = (part: string) =>
        page
          .locator(part)
          .first()
          .evaluate((it) => getComputedStyle(it).backgroundColor);
      const done = await colorOf('.quiz-progress [data-done]');
      const ahead = await colorOf('.quiz-progress span:not([data-done])');
      expect(new Set([done, ahead, await colorOf('body')]).size).toBe(3);
      await page.emulateMedia({ forcedColors: null });
    });

    await choose(page, 'A full credential for my next role');
    await page.reload();
    await expect(page.getByLabel('A full credential for my next role')).toBeChecked();
    await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByText('Question 2 of 5')).toBeVisible();
    await expect(page.getByLabel('Educator, faculty member or trainer')).toBeChecked();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByLabel('A full credential for my next role')).toBeChecked();
    await expectSound(page, { state: 'the third question' });
  });

  test('shows a shared result at once, with every way on', async ({ page }) => {
    await page.goto(finished);
    await expect(page.locator('main h2')).toHaveText('Rules and Algorithms');
    for (const part of ['Courses', 'What you gain', 'Next steps']) {
      await expect(page.getByRole('heading', { level: 3, name: part })).toBeVisible();
    }
    await expect(page.getByRole('link', { name: 'See the Micro-certifications' })).toHaveAttribute(
      'href',
      '/professionals#micro-certs',
    );
    const call = page.getByRole('link', { name: /Schedule a Free Consultation/ });
    await expect(call).toHaveAttribute('target', '_blank');
    await expectSound(page, { state: 'the result' });
    await expectLargeLettersFit(page);

    await page.getByRole('link', { name: /Change the answer to “How much time/ }).click();
    await expect(page.getByText('Question 4 of 5')).toBeVisible();
    await expect(page.getByLabel(/^Moderate/)).toBeChecked();
    await page.goBack();
    await page.getByRole('button', { name: 'Retake Quiz' }).click();
    await expect(page.getByText('Question 1 of 5')).toBeVisible();
    await expect(page.locator(':checked')).toHaveCount(0);

    await test.step('a full certification leads to the certifications', async () => {
      await page.goto(finished.replace('advanced', 'some'));
      await expect(page.locator('main h2')).toHaveText('CIHIS-L: Leadership and Strategy');
      await expect(page.getByRole('link', { name: 'See the Certifications' })).toHaveAttribute(
        'href',
        '/professionals#certifications',
      );
    });
  });
});

test.describe('the pathway quiz without JavaScript', () => {
  test.use({ runsScripts: false });

  test('asks again when there is no answer, and ends with the same result', async ({ page }) => {
    await page.goto('/certification-quiz');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveTitle(/^Error: Question 1 of 5/);
    await expect(page.getByText('Choose an answer to go on.')).toBeVisible();
    for (const [index, answer] of [
      'I set it up, test it or advise others on it',
      'Manager, director or executive',
      'A skill I can use soon',
      'Moderate: 60-100 hours',
      'Technical: rules, edits and algorithms',
    ].entries()) {
      await expect(page.getByText(`Question ${index + 1} of 5`)).toBeVisible();
      await choose(page, answer);
      await page.getByRole('button', { name: index === 4 ? 'See Results' : 'Next' }).click();
    }
    await expect(page).toHaveURL(finished);
    await expect(page.getByText('Rules and Algorithms', { exact: true })).toBeVisible();
  });
});

/** The label covers the whole frame of an answer, radio button included. */
function choose(page: Page, answer: string) {
  return page.getByText(answer, { exact: true }).click();
}
