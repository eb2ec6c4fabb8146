import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './browser.ts';

/** The tab that a press opens, once its page is loaded. */
export async function openedBy(context: BrowserContext, press: () => Promise<void>): Promise<Page> {
  const opening = context.waitForEvent('page');
  await press();
  const page = await opening;
  await page.waitForURL(/127\.0\.0\.1:\d+\/(c\/pay|p\/session)\//);
  await expect(page.getByText('Sandbox, no real payment.')).toBeVisible();
  return page;
}

export async function payWith(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number);
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

export const goodCard = '4242 4242 4242 4242';
