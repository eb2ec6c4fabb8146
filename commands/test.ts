import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '#database/start-error.ts';
import { buildIfStale } from './build-site.ts';
import { checkCode } from './check-code.ts';
import { findBrowser } from './find-browser.ts';
import { tellUsage } from './read-words.ts';
import { runCollected, runProgram } from './run-program.ts';
import {
  afterSecondTry,
  type Failure,
  filesToTryAgain,
  type Results,
  readBrowserResults,
  readUnitResults,
} from './test-results.ts';
import { orFail, say } from './with-database.ts';

const usage = `npm test                                      everything
npm test -- api/auth                          a part; options behind its paths go to Vitest
npm test -- test/journeys/jobs.spec.ts:12     journeys; options behind them go to Playwright
See CONTRIBUTING.md for more.`;

const words = process.argv.slice(2);
/**
 * Paths run a part of the tests: journeys in the browser, others in Vitest. What follows them goes
 * to the runner.
 */
const firstOption = words.findIndex((word) => word.startsWith('-'));
const paths = firstOption < 0 ? words : words.slice(0, firstOption);
const options = firstOption < 0 ? [] : words.slice(firstOption);
const journeys = paths.filter((path) => path.startsWith('test/journeys'));
const others = paths.filter((path) => !path.startsWith('test/journeys'));
const isWhole = paths.length === 0;

/**
 * Everything that must hold: code style, the tests on a real database, and the tests in a browser.
 */
await orFail(async () => {
  tellUsage(usage);
  if (isWhole && options.length > 0) {
    throw new StartError(`Options are for a part: name its paths before ${options[0]}.\n${usage}`);
  }
  // Alongside the tests: for most of its time it uses only one processor.
  const checked = isWhole ? checkCode() : Promise.resolve(true);
  await buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), 'site-results-'));
  try {
    // Side by side: the unit tests alone leave the processors idle for a quarter of the time.
    const results = await Promise.all([
      ...(isWhole || others.length > 0 ? [runUnits(join(folder, 'unit.json'))] : []),
      ...(isWhole || journeys.length > 0 ? [runJourneys(join(folder, 'site.json'))] : []),
    ]);
    const isClean = await checked;
    const passed = results.reduce((sum, each) => sum + each.passed, 0);
    const failures = results.flatMap((each) => each.failures);
    const unsteady = results.flatMap((each) => each.unsteady);
    process.stdout.write(unsteady.map((each) => tell('Passed at the second try', each)).join(''));
    process.stdout.write(failures.map((each) => tell('Failed', each)).join(''));
    process.stdout.write(
      isClean ? '\n' : '\nThe check of format, lint and types failed: npm run check\n',
    );
    process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
    process.exitCode = isClean && failures.length === 0 && passed > 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** In a full run, failures are tried once more, as with journeys, and reported separately. */
async function runUnits(file: string): Promise<Results> {
  const first = await runVitest(file, others);
  const again = isWhole ? filesToTryAgain(first) : [];
  if (again.length === 0) return first;
  say(`Trying once more what failed: ${again.join(', ')}`);
  return afterSecondTry(first, await runVitest(`${file}.again.json`, again));
}

async function runVitest(file: string, chosen: readonly string[]): Promise<Results> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  await runProgram('vitest', ['run', ...chosen, ...reporters, ...options], {
    NODE_ENV: 'production',
  });
  return readUnitResults(file);
}

async function runJourneys(file: string): Promise<Results> {
  const browser = await findBrowser(say);
  const run = isWhole ? runCollected : runProgram;
  await run('playwright', ['test', ...journeys, ...options], {
    CHROMIUM_PATH: browser ?? '',
    // Node runs TypeScript natively; compiling it again costs each worker two seconds.
    PW_DISABLE_TS_ESM: '1',
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  return readBrowserResults(file);
}

function tell(what: string, { name, again, pictures }: Failure): string {
  const lines = [
    `${what}: ${name}`,
    `  Again: ${again}`,
    ...pictures.map((path) => `  See: ${path}`),
  ];
  return `\n${lines.join('\n')}\n`;
}
