import { expect, test } from '../support/browser.ts';
import { newPerson, signInDirectly } from '../support/people-on-screen.ts';

test.use({ viewport: { width: 375, height: 800 } });

test('a browser from some years ago opens and closes the menu, and shows the screens', async ({
  page,
  context,
  server,
}) => {
  await context.addInitScript(() => {
    const methods = {
      popover: HTMLElement.prototype,
      showPopover: HTMLElement.prototype,
      hidePopover: HTMLElement.prototype,
      checkVisibility: Element.prototype,
      ariaPressed: Element.prototype,
      toWellFormed: String.prototype,
      toSorted: Array.prototype,
      toSpliced: Array.prototype,
      canParse: URL,
      parse: URL,
      size: URLSearchParams.prototype,
      BroadcastChannel: window,
    };
    for (const [name, owner] of Object.entries(methods)) Reflect.deleteProperty(owner, name);
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'closedBy');
    // This browser would otherwise still close a dialog on a press beside it.
    addEventListener(
      'cancel',
      (event) => {
        if (!event.isTrusted) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      true,
    );
    CSS.supports = () => false;
    // Otherwise the browser would open it natively.
    addEventListener(
      'beforetoggle',
      (event) => {
        const isDialog = event.target instanceof HTMLDialogElement;
        if (event instanceof ToggleEvent && !isDialog) event.preventDefault();
      },
      true,
    );
  });
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Menu' });
  const menu = page.locator('#mobile-menu');
  await expect(async () => {
    await button.click();
    await expect(menu).toHaveAttribute('data-open', '', { timeout: 1_000 });
  }).toPass();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(menu).not.toHaveAttribute('data-open');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  await expect(button).toBeFocused();
  await button.click();
  await page.locator('main h1').click();
  await expect(menu).not.toHaveAttribute('data-open');

  await page.goto('/dev/ui');
  const dialog = page.getByRole('dialog');
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
  await page.getByRole('button', { name: 'Open a dialog' }).click();
  await dialog.click({ position: { x: 20, y: 20 } });
  await expect(dialog).toBeVisible();
  await page.mouse.click(3, 3);
  await expect(dialog).toHaveCount(0);

  await page.goto('/jobs');
  await page.getByRole('searchbox').fill('no posting says so');
  await expect(page).toHaveURL(/\?q=no/);

  await signInDirectly(context, server.url, await newPerson(server.url));
  for (const [path, heading] of [
    ['/candidate-profile', 'Candidate profile'],
    ['/post-job', 'Post a New Job'],
    ['/browse-candidates', /./],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('main input').first()).toBeVisible();
  }

  await page.goto('/jobs');
  const contract = page.getByRole('button', { name: /^Contract/ });
  await contract.click();
  await expect(contract).toHaveAttribute('aria-pressed', 'true');
});

test('a browser that does not know a menu’s anchor button still places the menu beside it', async ({
  page,
  context,
}) => {
  // Chrome 129 to 132 supported `position-area`, but not the invoking button as the menu's anchor.
  await context.addInitScript(() => {
    const show = HTMLElement.prototype.showPopover;
    HTMLElement.prototype.showPopover = function () {
      show.call(this);
    };
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.menu[popover] { position-anchor: --none; }');
    document.adoptedStyleSheets.push(sheet);
  });
  const button = page.getByRole('banner').getByRole('button', { name: 'Resources' });
  const faq = page.getByRole('banner').getByRole('link', { name: /FAQ/ });
  for (const key of ['Enter', 'ArrowDown']) {
    // The script that positions it loads after the page.
    await expect(async () => {
      await page.keyboard.press('Escape');
      await button.press(key);
      await expect(faq).toBeVisible({ timeout: 1_000 });
      const [of, at] = [await button.boundingBox(), await faq.boundingBox()];
      if (!of || !at) throw new Error('One of them is not drawn');
      expect(at.y).toBeGreaterThanOrEqual(of.y + of.height);
      expect(at.x).toBeLessThan(of.x + of.width);
      expect(at.x + at.width).toBeGreaterThan(of.x);
    }).toPass();
  }
});
