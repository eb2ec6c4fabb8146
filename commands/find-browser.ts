import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';
import { StartError } from '#database/start-error.ts';

/** A Chromium without its windows does the same with a third of the work. */
const withoutWindows = '/usr/bin/chromium-headless-shell';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A Chromium: the one named, Debian's without windows, an installed one, or (undefined) Playwright's own. */
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
    if (installFromDebian('chromium-headless-shell') && existsSync(withoutWindows)) {
      return withoutWindows;
    }
  }
  // Without Debian's packages: a whole one, or as the last resort Playwright's own.
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

/**
 * The browser of `npm test`: one that comes packed with the dependencies and does the same with a fifth less work than
 * Debian's (decision 223). Where it cannot run, whichever there is.
 */
export async function findTestBrowser(report: (step: string) => void): Promise<string | undefined> {
  const isMade = process.platform === 'linux' && process.arch === 'x64';
  if (process.env.CHROMIUM_PATH || !isMade) return findBrowser(report);
  const browser = await unpackBrowser();
  if (runs(browser)) return browser;
  // What it stands on, and any letters: pages bring their own, and fall back on these.
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    report('Installing what Chromium needs from Debian');
    if (installFromDebian('libnss3', 'libexpat1', 'fontconfig') && runs(browser)) return browser;
  }
  return findBrowser(report);
}

async function unpackBrowser(): Promise<string> {
  const folder = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const place = resolve('node_modules/.cache');
  const path = join(place, `chromium-${version}`);
  if (existsSync(path)) return path;
  mkdirSync(place, { recursive: true });
  const draft = `${path}.${process.pid}`;
  await pipeline(
    createReadStream(join(folder, 'bin/chromium.br')),
    createBrotliDecompress(),
    createWriteStream(draft, { mode: 0o755 }),
  );
  renameSync(draft, path);
  return path;
}

/** With the libraries that are here. */
function runs(browser: string): boolean {
  try {
    execFileSync(browser, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function installFromDebian(...names: string[]): boolean {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], {
      stdio: 'ignore',
      env: environment,
    });
    return true;
  } catch {
    return false;
  }
}
