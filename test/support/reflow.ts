import { expect, type Page } from '@playwright/test';
import { findClippedText } from './clipped-text.ts';
import { findLooseDots } from './loose-dots.ts';
import { expectNoOverflow } from './sound.ts';

/**
 * Nothing is lost under zoom or wider spacing. A zoom of 200% on a screen of 1280 pixels leaves 640
 * CSS pixels; one of 400% leaves 320.
 */
export async function expectReflow(page: Page) {
  await page.setViewportSize({ width: 640, height: 450 });
  await expectWhole(page, 'at 200%');
  await page.setViewportSize({ width: 320, height: 256 });
  await expectWhole(page, 'at 400%');
  expect(await page.evaluate(findLooseDots), 'lines that begin with a dot').toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.evaluate(addStyles, spacing);
  await expectWhole(page, 'with wider spacing');
  await page.evaluate(() => {
    document.adoptedStyleSheets.pop();
    document.documentElement.style.fontSize = '24px';
  });
  // The last item of a breadcrumb may be truncated: the heading below it says the whole.
  await expectNoOverflow(page, 'with letters half again as large');
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '32px';
  });
  await expectNoOverflow(page, 'with letters twice as large');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page, 'with letters twice as large on a narrow phone');
  expect(await page.evaluate(findBrokenWords), 'words in the largest heading').toEqual([]);
}

/** Nothing overflows on a phone with text twice as large; the page is restored afterwards. */
export async function expectLargeLettersFit(page: Page) {
  const before = page.viewportSize();
  const setSize = (size: string) =>
    page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, size);
  await setSize('32px');
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await expectNoOverflow(page, `with letters twice as large, ${width} px wide`);
  }
  await setSize('');
  if (before) await page.setViewportSize(before);
}

/** Runs in the page. A word of eleven letters or more may be wider than such a phone. */
function findBrokenWords(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(
    document.querySelector('h1') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const range = document.createRange();
  while (walker.nextNode()) {
    for (const { 0: word, index } of walker.currentNode.textContent?.matchAll(/\p{L}+/gu) ?? []) {
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (word.length < 11 && lines.size > 1) found.push(word);
    }
  }
  return found;
}

// What WCAG 1.4.12 lets a reader set. Text in drawings stays as drawn; each has a text alternative.
const spacing = `main *, footer * {
  line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
} main p { margin-bottom: 2em !important; }
main svg, main svg * { letter-spacing: normal !important; word-spacing: normal !important; }`;

/** Like a reader's own tool: constructed style sheets are not subject to the page's policy. */
async function addStyles(text: string) {
  const sheet = await new CSSStyleSheet().replace(text);
  document.adoptedStyleSheets.push(sheet);
}

async function expectWhole(page: Page, how: string) {
  await expectNoOverflow(page, how);
  expect(await page.evaluate(findClippedText), how).toEqual([]);
}
