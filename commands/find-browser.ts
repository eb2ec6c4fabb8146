import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { StartError } from '#database/start-error.ts';

/** A Chromium without windows does the same for a third of the work. */
const withoutWindows = '/usr/bin/chromium-headless-shell';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * A Chromium: the one named, Debian's headless shell, one installed elsewhere, or (undefined)
 * Playwright's own.
 */
export async function findBrowser(report: (step: string) => void): Promise<string | undefined> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (existsSync(named)) return named;
    throw new StartError(
      `CHROMIUM_PATH names ${named}, which is not there. Correct it or unset it.`,
    );
  }
  if (existsSync(withoutWindows)) return withoutWindows;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    report('Installing Chromium from Debian');
    if (installFromDebian('chromium-headless-shell')) return withoutWindows;
  }
  // Not Debian: a full Chromium, or as a last resort Playwright's own.
  const installed = usualPlaces.find(existsSync);
  if (installed) return installed;
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return undefined;
  report("Fetching Playwright's Chromium");
  try {
    execFileSync(process.execPath, ['node_modules/.bin/playwright', 'install', 'chromium'], {
      stdio: 'ignore',
    });
    return undefined;
  } catch {
    throw new StartError(
      'The browser tests need Chromium, and none could be found or installed. Install it, or set CHROMIUM_PATH.',
    );
  }
}

function installFromDebian(name: string): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', name], {
      stdio: 'ignore',
      env: environment,
    });
    return existsSync(`/usr/bin/${name}`);
  } catch {
    return false;
  }
}
