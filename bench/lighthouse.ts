import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '#test/support/engine.ts';
import { findBrowser } from '../commands/find-browser.ts';
import { end, launchSite } from './parts/launch.ts';
import { report } from './parts/report.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse as on a phone, the median of three runs: `npm run bench -- lighthouse / /jobs`. */
async function benchLighthouse(paths: string[]) {
  const dataDir = makeDataDir('site-lighthouse-');
  const browser = await findBrowser((step) => process.stdout.write(`${step} …\n`));
  const program = bringLighthouse();
  const site = await launchSite({ DATA_DIR: dataDir, PORT: '0' });
  try {
    const rows = paths.map((path) => {
      const runs = [1, 2, 3].map(() => runOnce(program, site.url + path, browser, dataDir));
      const row = { path, ...medians(runs) };
      process.stdout.write(`${JSON.stringify(row)}\n`);
      return row;
    });
    report('lighthouse', {
      title: 'Lighthouse',
      explanation: `Pages as on a phone, by Lighthouse with its own slowed network and processor: the median of three runs.
Scores are of 100; requests and bytes are those of the first visit.`,
      rows,
      drawn: ['performance'],
    });
  } finally {
    await end(site.child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Run = Record<(typeof categories)[number] | 'requests' | 'bytes', number>;

function medians(runs: Run[]) {
  const names = Object.keys(runs[0] ?? {}) as (keyof Run)[];
  return Object.fromEntries(
    names.map((name) => [name, runs.map((run) => run[name]).sort((a, b) => a - b)[1]]),
  );
}

/** A second try, because on a busy machine Chromium may start too late for Lighthouse. */
function runOnce(...place: Parameters<typeof run>): Run {
  try {
    return run(...place);
  } catch {
    return run(...place);
  }
}

function run(program: string, url: string, browser: string | undefined, folder: string): Run {
  const report = join(folder, 'report.json');
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  execFileSync(
    process.execPath,
    [
      program,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${report}`,
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=${flags.join(' ')}`,
    ],
    { stdio: 'ignore', env: { ...process.env, ...(browser ? { CHROME_PATH: browser } : {}) } },
  );
  const result: {
    categories: Record<string, { score: number }>;
    audits: { 'network-requests': { details: { items: { url: string; transferSize: number }[] } } };
  } = JSON.parse(readFileSync(report, 'utf8'));
  const score = (category: string) => Math.round((result.categories[category]?.score ?? 0) * 100);
  const requests = result.audits['network-requests'].details.items.filter(
    ({ url }) => !url.startsWith('data:'),
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    requests: requests.length,
    bytes: requests.reduce((sum, { transferSize }) => sum + transferSize, 0),
  };
}

/** Fetched when it is first asked for: it is larger than everything else that we install. */
function bringLighthouse(): string {
  const home = join('.node', 'lighthouse');
  const program = join(home, 'node_modules', 'lighthouse', 'cli', 'index.js');
  if (existsSync(program)) return program;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  execFileSync('npm', ['install', '--no-save', '--no-package-lock', 'lighthouse@13'], {
    cwd: home,
    stdio: 'ignore',
  });
  return program;
}

if (import.meta.main) {
  const asked = process.argv.slice(2);
  await benchLighthouse(asked.length > 0 ? asked : ['/', '/jobs']);
}
