import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from './build-site.ts';
import { checkCode } from './check-code.ts';
import { findBrowser } from './find-browser.ts';
import { runProgram } from './run-program.ts';
import { orFail, say } from './with-database.ts';

/** Everything that must hold: the code's form, the tests on a real database, and the browser's. */
await orFail(async () => {
  const isClean = await checkCode();
  await buildIfStale();
  const browser = await findBrowser(say);
  const folder = mkdtempSync(join(tmpdir(), 'site-results-'));
  const unitResults = join(folder, 'unit.json');
  const browserResults = join(folder, 'browser.json');
  try {
    await runProgram(
      'vitest',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitResults}`],
      { NODE_ENV: 'test' },
    );
    await runProgram('playwright', ['test'], {
      CHROMIUM_PATH: browser ?? '',
      PLAYWRIGHT_JSON_OUTPUT_NAME: browserResults,
    });
    const unit = readUnitResults(unitResults);
    const journeys = readBrowserResults(browserResults);
    const passed = unit.passed + journeys.passed;
    const failed = unit.failed + journeys.failed;
    process.stdout.write(`\n${isClean ? '' : 'The check of format, lint and types failed.\n'}`);
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
    process.exitCode = isClean && failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

type Count = { passed: number; failed: number };

/** A run that ended before it could write its results counts as one failure. */
function readUnitResults(path: string): Count {
  try {
    const results: {
      numPassedTests: number;
      numFailedTests: number;
      numFailedTestSuites: number;
      success: boolean;
    } = JSON.parse(readFileSync(path, 'utf8'));
    const failed = Math.max(results.numFailedTests, results.success ? 0 : 1);
    return { passed: results.numPassedTests, failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function readBrowserResults(path: string): Count {
  try {
    const {
      stats,
      errors,
    }: { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] } =
      JSON.parse(readFileSync(path, 'utf8'));
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
