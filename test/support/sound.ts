import { expect, type Page } from '@playwright/test';
import { findBarriers, wholePage } from './barriers.ts';

type Look = readonly [width: number, colorScheme: 'light' | 'dark'];

/** A narrow phone in light mode and a desktop in dark mode. */
export const narrowAndWide: readonly Look[] = [
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

/** The rules whose result another colour scheme can change: the page is otherwise the same. */
const ofColour = ['color-contrast', 'link-in-text-block'];

/** The rules whose result another width can change as well, if it shows and hides nothing. */
const ofPlace = [...ofColour, 'target-size', 'scrollable-region-focusable'];

type Options = {
  state?: string;
  /** Only this part of the page. */
  part?: string;
  looks?: readonly Look[];
};

/** axe finds nothing, and nothing overflows sideways. */
export async function expectSound(
  page: Page,
  { state = 'the page', part, looks = narrowAndWide }: Options = {},
) {
  for (const [index, [width, colorScheme]] of looks.entries()) {
    const name = `${state}, ${width} px wide, ${colorScheme}`;
    // In one go, so that the page is laid out and painted once.
    await Promise.all([
      page.emulateMedia({ colorScheme, reducedMotion: 'reduce' }),
      page.setViewportSize({ width, height: 900 }),
    ]);
    // At any other scroll position something lies half under the sticky header.
    await page.evaluate(() => scrollTo(0, 0));
    const showsTheSame = await page.evaluate(noteWhatIsShown, part === wholePage);
    const isOtherWidth = looks[index - 1]?.[0] !== width;
    const rules = index > 0 && showsTheSame ? (isOtherWidth ? ofPlace : ofColour) : undefined;
    expect(await findBarriers(page, part, rules), name).toEqual([]);
    await expectNoOverflow(page, name);
  }
}

/**
 * Runs in the page: whether the visible elements, with or without header and footer, are the same
 * as at the last call.
 */
function noteWhatIsShown(isWhole: boolean): boolean {
  const noted = window as unknown as { shown?: Element[] };
  const before = noted.shown;
  const shown = [...document.body.querySelectorAll('*')].filter(
    (each) =>
      each.checkVisibility({ visibilityProperty: true }) &&
      (isWhole || !each.closest('.site-header, .site-footer')),
  );
  noted.shown = shown;
  return before?.length === shown.length && shown.every((each, place) => each === before[place]);
}

/** Nothing overflows sideways. */
export async function expectNoOverflow(page: Page, name: string) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, name).toBeLessThanOrEqual(0);
}
