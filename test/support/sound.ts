import { expect, type Page } from '@playwright/test';
import { findBarriers, wholePage } from './barriers.ts';

type Look = readonly [width: number, colorScheme: 'light' | 'dark'];

/** A narrow phone by day and a desk by night. */
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

/** All that another scheme can change: the page is the same otherwise. */
const ofColour = ['color-contrast', 'link-in-text-block'];

/** What another width can change besides, where it shows and hides nothing. */
const ofPlace = [...ofColour, 'target-size', 'scrollable-region-focusable'];

type Options = {
  state?: string;
  /** Only this of the page. */
  part?: string;
  looks?: readonly Look[];
};

/** Nothing for axe to find and nothing that runs off the side. */
export async function expectSound(
  page: Page,
  { state = 'the page', part, looks = narrowAndWide }: Options = {},
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
    const showsTheSame = await page.evaluate(noteWhatIsShown, part === wholePage);
    const isOtherWidth = looks[index - 1]?.[0] !== width;
    const rules = index > 0 && showsTheSame ? (isOtherWidth ? ofPlace : ofColour) : undefined;
    expect(await findBarriers(page, part, rules), name).toEqual([]);
    await expectNoOverflow(page, name);
  }
}

/** Runs in the page: whether what is shown, with header and footer or without, is what was shown when this was last asked. */
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

/** Nothing runs off the side. */
export async function expectNoOverflow(page: Page, name: string) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, name).toBeLessThanOrEqual(0);
}
