import { expect, type Page } from '@playwright/test';
import { findBarriers } from './barriers.ts';

type Look = readonly [width: number, colorScheme: 'light' | 'dark'];

/** A narrow phone by day and a desk by night. */
const narrowAndWide: readonly Look[] = [
  [320, 'light'],
  [1280, 'dark'],
];

export const everyLook: readonly Look[] = [
  [375, 'light'],
  [375, 'dark'],
  [768, 'light'],
  [768, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
];

/** All that another scheme can change: the page is the same otherwise. */
const ofColour = ['color-contrast', 'link-in-text-block'];

type Options = {
  state?: string;
  /** Only this of the page. */
  part?: string;
  /** The first look is at all of the page all the same. */
  startsWhole?: boolean;
  looks?: readonly Look[];
};

/** Nothing for axe to find and nothing that runs off the side. */
export async function expectSound(
  page: Page,
  { state = 'the page', part, startsWhole = false, looks = narrowAndWide }: Options = {},
) {
  for (const [index, [width, colorScheme]] of looks.entries()) {
    const name = `${state}, ${width} px wide, ${colorScheme}`;
    // In one go, so that the page is laid out and drawn once.
    await Promise.all([
      page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }),
      page.setViewportSize({ width, height: 900 }),
    ]);
    // Wherever it was left, something lies half under the header that stays.
    await page.evaluate(() => scrollTo(0, 0));
    const looked = startsWhole && index === 0 ? undefined : part;
    const rules = looks[index - 1]?.[0] === width ? ofColour : undefined;
    expect(await findBarriers(page, looked, rules), name).toEqual([]);
    await expectNoOverflow(page, name);
  }
}

/** Nothing runs off the side. */
export async function expectNoOverflow(page: Page, name: string) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, name).toBeLessThanOrEqual(0);
}
