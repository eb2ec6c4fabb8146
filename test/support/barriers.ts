import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { axeAddress, axeSource } from './axe-file.ts';
import { isFirefox } from './browser.ts';

/**
 * Includes the header and footer, which are the same on every page and take more than half the time
 * of a check.
 */
export const wholePage = 'html';

/**
 * What axe-core finds on the current page without its header and footer, or in one part of it, by
 * all rules or by some. It runs in the page itself: axe's own package for Playwright opens another
 * page for every check, which takes five times as long.
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
          // Selectors would take a tenth of the time, even for what passes, and nobody reads them.
          // The rule about autoplaying sound needs media to be loaded; no active rule reads style
          // sheets.
          selectors: false,
          preload: { assets: ['media'] },
          ...(rules
            ? { runOnly: rules }
            : // Belongs to WCAG 2.2, and is off by default.
              { rules: { 'target-size': { enabled: true } } }),
        },
      );
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    [part, rules] as const,
  );
}

/**
 * Runs in the page. Firefox 153 crashes the process of a page in which axe reads such properties
 * (`ariaControlsElements`; docs/browsers.md). Without them axe reads the attributes, which are all
 * that our pages set.
 */
function hideRelatedElements() {
  for (const name of Object.getOwnPropertyNames(Element.prototype)) {
    if (/^aria\w+Elements$/.test(name)) Reflect.deleteProperty(Element.prototype, name);
  }
}

/**
 * Loaded from the site, so that the browser reuses the compiled file of the previous page. A page
 * without scripts gets it from outside; in Chromium not through Playwright's own evaluate, which
 * parses a long text twice more.
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

/** Runs in the page; returns whether axe is there. */
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
