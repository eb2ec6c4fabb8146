import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '#test/support/engine.ts';
import { findBrowser } from '../commands/find-browser.ts';
import { end, launch } from './launch.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse as on a phone, the median of three runs: `npm run bench -- lighthouse / /jobs`. */
export async function benchLighthouse(paths: string[]) {
  const dataDir = makeDataDir('site-lighthouse-');
  const browser = await findBrowser((step) => process.stdout.write(`${step} …\n`));
  const program = bringLighthouse();
  const site = await launch('commands/run.mjs', ['start'], { DATA_DIR: dataDir, PORT: '0' });
  try {
    const rows = paths.map((path) => {
      const runs = [1, 2, 3].map(() => runOnce(program, site.url + path, browser, dataDir));
      const scores = categories.map((category, place) => {
        const sorted = runs.map((run) => run[place] ?? 0).sort((a, b) => a - b);
        return [category, sorted[1]];
      });
      return { path, ...Object.fromEntries(scores) };
    });
    console.table(rows);
  } finally {
    await end(site.child);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function runOnce(
  program: string,
  url: string,
  browser: string | undefined,
  folder: string,
): number[] {
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
  const result: { categories: Record<string, { score: number }> } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  return categories.map((category) => Math.round((result.categories[category]?.score ?? 0) * 100));
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
