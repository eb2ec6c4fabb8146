import { type CDPSession, expect, type Page } from '@playwright/test';
import { wholePage } from './barriers.ts';
import { listStops, noteStops, type Stop, takeStops } from './focus-stops.ts';

/** Tab visits everything focusable in reading order, and Shift+Tab goes the same way back. */
export const expectTabOrder = (page: Page) => expectOrder(page, wholePage, ['Tab', 'Shift+Tab']);

/**
 * The same between header and footer with Tab alone: from the target of the skip link until the
 * footer has the focus.
 */
export async function expectTabOrderInMain(page: Page) {
  await page.locator('main').focus();
  await expectOrder(page, 'main', ['Tab']);
  expect(await page.evaluate(() => document.activeElement?.closest('footer'))).not.toBeNull();
}

async function expectOrder(page: Page, part: string, keys: readonly Key[]) {
  await page.setViewportSize({ width: 1280, height: 720 });
  const expected = await page.evaluate(listStops, part);
  await page.evaluate(noteStops, part);
  const keyboard = await page.context().newCDPSession(page);
  for (const key of keys) {
    const stops = await walk(page, keyboard, key, expected.length);
    const visited = new Set(stops.map(({ place }) => place));
    expect(expected.filter(({ place }) => !visited.has(place))).toEqual([]);
    expect(stops.filter(({ problems }) => problems.length > 0)).toEqual([]);
    const places = stops.map(({ place }) => place);
    const inOrder = places.toSorted((a, b) => (key === 'Tab' ? a - b : b - a));
    expect(places, 'in the order of reading').toEqual(inOrder);
  }
}

type Key = 'Tab' | 'Shift+Tab';

/** Presses until the focus leaves the part, which records every stop on the way. */
async function walk(page: Page, keyboard: CDPSession, key: Key, expected: number) {
  const stops: Stop[] = [];
  while (stops.length < 400) {
    // All expected presses in one go: waiting for each takes many times as long.
    await press(keyboard, key, Math.max(1, expected - stops.length));
    for (const stop of await page.evaluate(takeStops)) {
      // After the last stop the focus leaves the part, or starts over.
      if (!stop || stop.place === stops[0]?.place) return stops;
      stops.push(stop);
    }
  }
  throw new Error('The focus never leaves it.');
}

/** Without Playwright's own keyboard, which waits after every press. */
async function press(keyboard: CDPSession, key: Key, times: number) {
  const event = {
    key: 'Tab',
    code: 'Tab',
    windowsVirtualKeyCode: 9,
    modifiers: key === 'Tab' ? 0 : 8,
  };
  const sent = [];
  for (let count = 0; count < times; count += 1) {
    sent.push(keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event }));
    sent.push(keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }));
  }
  await Promise.all(sent);
}
