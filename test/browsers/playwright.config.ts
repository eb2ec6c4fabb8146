import { defineConfig } from '@playwright/test';
import ofChromium from '../../playwright.config.ts';

/**
 * What people do most. The rest needs features that Playwright has only in Chromium, or would test
 * the same again.
 */
const mainJourneys = [
  'accounts',
  'apply',
  'apply-as-guest',
  'candidate-profile',
  'candidate-search',
  'candidates',
  'finding-jobs',
  'job',
  'jobs',
  'membership',
  'messages',
  'messages-on-a-phone',
  'my-jobs',
  'newsletter',
  'post-job',
  'public-pages',
  'quiz',
  'resources',
  'saved-jobs',
  'shell',
  'translated',
  'verify',
];

export default defineConfig({
  ...ofChromium,
  testDir: '.',
  globalSetup: '../support/browser-setup.ts',
  workers: 2,
  // `npm test` reads the JSON report; here it would end up on the screen.
  reporter: 'line',
  projects: [
    {
      name: 'firefox',
      testDir: '../journeys',
      // This Firefox has no command to turn scripts off.
      grepInvert: /without JavaScript|no JavaScript/,
      testMatch: mainJourneys.map((name) => `${name}.spec.ts`),
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: `${import.meta.dirname}/firefox.sh`,
          firefoxUserPrefs: {
            // As on a phone: a desktop scrollbar would take twelve pixels from a narrow page.
            'ui.useOverlayScrollbars': 1,
            'ui.prefersReducedMotion': 1,
            'dom.events.testing.asyncClipboard': true,
            // Playwright waits for a page load, which a page from the back-forward cache never
            // fires.
            'browser.sessionhistory.max_total_viewers': 0,
          },
        },
        contextOptions: {},
      },
    },
    { name: 'webkit', testDir: 'webkit' },
  ],
});
