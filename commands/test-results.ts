import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

export type Results = {
  passed: number;
  failures: Failure[];
  /** Passed, but only at the second try: somebody should look at them. */
  unsteady: Failure[];
};

/** A test that failed, what runs it again, and what was on the screen. */
export type Failure = { name: string; again: string; pictures: string[]; file?: string };

/** So many files have a second try; where more fail it is no accident. */
const mostTriedAgain = 5;

/** The files of what failed, where a second try of them says something. */
export function filesToTryAgain({ failures }: Results): string[] {
  const files = [...new Set(failures.map(({ file }) => file ?? ''))];
  return files.includes('') || files.length > mostTriedAgain ? [] : files;
}

/** What failed once and passed then is unsteady; what failed again has failed. */
export function afterSecondTry(first: Results, second: Results): Results {
  const isStill = ({ name }: Failure) => second.failures.some((again) => again.name === name);
  const unsteady = first.failures.filter((failure) => !isStill(failure));
  return { passed: first.passed + unsteady.length, failures: second.failures, unsteady };
}

/** What ended before it could write its results is one failure. */
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

/** Reads what Vitest wrote. */
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
    // A file that fails before its first test has none that failed.
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

/** As one word of a shell, and as a pattern that means itself. */
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

/** Reads what Playwright wrote. */
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
