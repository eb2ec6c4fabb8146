import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

export type Results = {
  passed: number;
  failures: Failure[];
  /** Passed only on the second try: somebody should look into them. */
  unsteady: Failure[];
};

/** A failed test, the command that runs it again, and its screenshots. */
export type Failure = { name: string; again: string; pictures: string[]; file?: string };

/** Only this many files are tried again: more failures than that are no coincidence. */
const mostTriedAgain = 5;

/** The files with failures, where trying them again says something. */
export function filesToTryAgain({ failures }: Results): string[] {
  const files = [...new Set(failures.map(({ file }) => file ?? ''))];
  return files.includes('') || files.length > mostTriedAgain ? [] : files;
}

/** What failed once and then passed is unsteady; what failed twice has failed. */
export function afterSecondTry(first: Results, second: Results): Results {
  const isStill = ({ name }: Failure) => second.failures.some((again) => again.name === name);
  const unsteady = first.failures.filter((failure) => !isStill(failure));
  return { passed: first.passed + unsteady.length, failures: second.failures, unsteady };
}

/** A run that ended before it wrote its results counts as one failure. */
const unwritten = (again: string): Results => ({
  passed: 0,
  failures: [{ name: 'The run ended before its results were written', again, pictures: [] }],
  unsteady: [],
});

type UnitFile = {
  name: string;
  status: string;
  assertionResults: { fullName: string; status: string }[];
};

/** Reads Vitest's results. */
export function readUnitResults(path: string): Results {
  let results: { numPassedTests: number; success: boolean; testResults: UnitFile[] };
  try {
    results = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return unwritten('npm test -- api app database domain mail server test');
  }
  const failures = results.testResults.flatMap((file) => {
    const name = relative(process.cwd(), file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    // A file that fails before its first test lists no failed tests.
    if (file.status === 'failed' && failed.length === 0) return [failureOf(name, '')];
    return failed.map(({ fullName }) => failureOf(name, fullName));
  });
  if (!results.success && failures.length === 0) {
    failures.push({ name: 'An error outside of every test', again: 'npm test', pictures: [] });
  }
  return { passed: results.numPassedTests, failures, unsteady: [] };
}

function failureOf(file: string, test: string): Failure {
  return {
    name: test ? `${file} › ${test}` : file,
    file,
    again: `npm test -- ${file}${test ? ` -t ${quoted(test)}` : ''}`,
    pictures: [],
  };
}

/** As a single shell word, and as a pattern that matches literally. */
function quoted(text: string): string {
  return `'${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.')}'`;
}

type BrowserSuite = { specs: BrowserSpec[]; suites?: BrowserSuite[] };
type BrowserSpec = {
  title: string;
  file: string;
  line: number;
  tests: { status: string; results: { attachments: { name: string; path?: string }[] }[] }[];
};

/** Reads Playwright's results. */
export function readBrowserResults(path: string): Results {
  let results: {
    stats: { expected: number; flaky: number };
    errors: unknown[];
    suites: BrowserSuite[];
  };
  try {
    results = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return unwritten('npm test -- test/journeys');
  }
  const specs = results.suites.flatMap(specsOf);
  const failures = specs.flatMap((spec) => tellTests(spec, 'unexpected'));
  for (const _ of results.errors) {
    failures.push({
      name: 'An error outside of every test',
      again: 'npm test -- test/journeys',
      pictures: [],
    });
  }
  return {
    passed: results.stats.expected + results.stats.flaky,
    failures,
    unsteady: specs.flatMap((spec) => tellTests(spec, 'flaky')),
  };
}

function tellTests(spec: BrowserSpec, wanted: 'unexpected' | 'flaky'): Failure[] {
  return spec.tests
    .filter(({ status }) => status === wanted)
    .map(({ results: tries }) => ({
      name: `test/journeys/${spec.file} › ${spec.title}`,
      again: `npm test -- test/journeys/${spec.file}:${spec.line} --trace=on`,
      pictures: tries
        .flatMap(({ attachments }) => attachments)
        .flatMap(({ path }) => (path ? [relative(process.cwd(), path)] : [])),
    }));
}

function specsOf({ specs, suites = [] }: BrowserSuite): BrowserSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}
