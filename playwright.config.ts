import { defineConfig } from '@playwright/test';

// As root, and on a network that reaches nothing, Chromium needs these.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Waiting for motion takes time; the tests that are about it ask for it.
  '--force-prefers-reduced-motion',
  // A page that comes after another takes half as much when it need not start a process of its own.
  '--renderer-process-limit=1',
  // A page lives for a few seconds here: what V8's last and dearest compiler makes of its scripts is hardly ever run, and to
  // collect beside the page takes more than it saves.
  '--js-flags=--max-optimized-bytecode-size=0 --single-threaded-gc',
  // A document that comes after another of its site has the frame that is there: a frame of its own is a third of an empty visit.
  // With it stands what Playwright enables, as the last such switch alone counts.
  '--enable-features=RenderDocument:level/crashed-frame,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
];

export default defineConfig({
  testDir: 'test/journeys',
  globalSetup: './test/support/browser-setup.ts',
  fullyParallel: true,
  // Some tests wait, so both processors have work; more get into each other’s way.
  workers: 2,
  // No test fails because the machine has other work; these end what would never end.
  timeout: 300_000,
  // A browser can be killed by a machine that has run out of something. `npm test` says which tests needed it.
  retries: 1,
  expect: { timeout: 60_000 },
  reporter: [['line'], ['json']],
  use: {
    launchOptions: {
      args: flags,
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    },
    // Notes of every step cost a tenth of the time. Look closer with --trace=on.
    trace: 'off',
    // Emptied between two tests, as `test/support/browser.ts` says: another one takes half a second.
    reuseContext: true,
    // What Playwright emulates of a page is taken back when the page is left, which styles, lays out and draws the old one anew.
    contextOptions: { reducedMotion: null, colorScheme: null, forcedColors: null, contrast: null },
    screenshot: 'only-on-failure',
  },
});
