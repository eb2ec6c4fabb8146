import { type BrowserContext, expect, type Page } from '@playwright/test';
import { toastOf } from './people-on-screen.ts';
import { codeOf } from './second-factor.ts';

/**
 * Sets up an authenticator app and returns a function for its codes, which never repeats one,
 * because the service accepts none twice.
 */
export async function addAppOnScreen(page: Page) {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add a second step' }).click();
  await page.getByRole('button', { name: 'Set up Authenticator app' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible();
  await page.getByText('Enter a key instead').click();
  const secret = (await page.locator('.totp-secret code').textContent())?.replaceAll(' ', '') ?? '';
  let last = 0;
  const nextCode = () => {
    last = Math.max(Math.floor(Date.now() / 30_000), last + 1);
    return codeOf(secret, last * 30_000);
  };
  await page.getByLabel('Code').fill(nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(toastOf(page, 'Second step added')).toBeVisible();
  return nextCode;
}

/** A platform authenticator that always confirms. */
export async function addAuthenticator(page: Page, context: BrowserContext) {
  const wire = await context.newCDPSession(page);
  await wire.send('WebAuthn.enable');
  await wire.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}
