import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { StartError } from '#database/start-error.ts';
import { buildIfStale } from './build-site.ts';
import { tellUsage } from './read-words.ts';
import { runProgram } from './run-program.ts';
import { orFail, say } from './with-database.ts';

const needed = {
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
};

const usage = `npm run test:browsers            the main journeys in Firefox and in WebKit
npm run test:browsers -- WORDS   for Playwright: a part of a file's name, --project=webkit
See docs/browsers.md for more.`;

await orFail(async () => {
  tellUsage(usage);
  const missing = Object.entries(needed).filter(([, program]) => !existsSync(program));
  if (missing.length > 0) install(missing.map(([name]) => name));
  await buildIfStale();
  const options = ['--config', 'test/browsers/playwright.config.ts', ...process.argv.slice(2)];
  process.exitCode = await runProgram('playwright', ['test', ...options], {
    PW_DISABLE_TS_ESM: '1',
  });
});

function install(names: string[]) {
  const words = ['install', '-y', '--no-install-recommends', ...names];
  say(`Installing ${names.join(', ')} from Debian`);
  try {
    execFileSync('apt-get', ['update'], { stdio: 'ignore' });
    execFileSync('apt-get', words, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  } catch {
    throw new StartError(
      `The browsers could not be installed. As root: apt-get ${words.join(' ')}`,
    );
  }
}
