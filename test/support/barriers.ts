import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { axeAddress, axeSource } from './axe-file.ts';
import { isFirefox } from './browser.ts';

/** The header and the footer with all else, which are the same on every page and more than half of what a look at it takes. */
export const wholePage = 'html';

/**
 * What axe-core finds on the page as it is now but for its header and footer, or in one part of it, by all its rules or
 * by some. It runs in the page itself: its own package for Playwright opens another page for every look, which takes
 * five times as long.
 */
export async function findBarriers(page: Page, part?: string, rules?: string[]): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await addAxe(page);
  if (isFirefox(page)) await page.evaluate(hideRelatedElements);
  return page.evaluate(
    async ([part, rules]) => {
      const { axe: program } = window as unknown as { axe: typeof axe };
      const { violations } = await program.run(
        part ?? { exclude: ['.site-header', '.site-footer'] },
        {
          resultTypes: ['violations'],
          // Nobody reads where in the page it stands, which takes a tenth of a look to find out for all that passes too.
          // The rule about sound that plays by itself waits for media; none that is on reads style sheets.
          selectors: false,
          preload: { assets: ['media'] },
          ...(rules
            ? { runOnly: rules }
            : // Belongs to WCAG 2.2, and is off unless somebody asks for it.
              { rules: { 'target-size': { enabled: true } } }),
        },
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    [part, rules] as const,
  );
}

/**
 * Runs in the page. Firefox 153 ends the process of a page in which axe reads such properties (`ariaControlsElements`; docs/browsers.md).
 * Where there is none, axe goes by the attribute, which is all that our pages set.
 */
function hideRelatedElements() {
  for (const name of Object.getOwnPropertyNames(Element.prototype)) {
    if (/^aria\w+Elements$/.test(name)) Reflect.deleteProperty(Element.prototype, name);
  }
}

/**
 * From the site, whose file the browser has compiled since the page before. A page without scripts is given it from outside,
 * in Chromium without Playwright's own evaluation, which reads a long text twice more.
 */
async function addAxe(page: Page) {
  if (await page.evaluate(loadScript, axeAddress)) return;
  if (isFirefox(page)) {
    await page.evaluate(axeSource);
    return;
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: axeSource });
  await session.detach();
}

/** Runs in the page; says whether it is there. */
function loadScript(address: string): Promise<boolean> | boolean {
  if (matchMedia('(scripting: none)').matches) return false;
  const script = document.createElement('script');
  script.src = address;
  const loaded = new Promise<boolean>((resolve) => {
    script.addEventListener('load', () => resolve(true));
    script.addEventListener('error', () => resolve(false));
  });
  document.head.append(script);
  return loaded.finally(() => script.remove());
}
