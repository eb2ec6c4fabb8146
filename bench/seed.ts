import { rmSync } from 'node:fs';
import { makeDataDir } from '#test/support/engine.ts';
import { runProgramFile } from '../commands/run-program.ts';
import { report } from './parts/report.ts';
import { atMost } from './parts/result.ts';

/**
 * How long it takes to fill a new database with a large number of samples, search indexes included.
 * Among all benchmarks a hundred thousand of each; `npm run bench -- seed 1000000 300000` sets the
 * numbers.
 */
const [jobs = 100_000, candidates = 100_000] = process.argv.slice(2).map(Number);
/** A million jobs, or 300,000 candidates, in ten minutes. */
const orders = [
  { what: 'jobs', count: jobs, seconds: (600 * jobs) / 1_000_000 },
  { what: 'candidates', count: candidates, seconds: (600 * candidates) / 300_000 },
] as const;

const rows = [];
for (const { what, count } of orders) {
  const folder = makeDataDir('site-bench-seed-');
  try {
    const start = performance.now();
    const code = await runProgramFile('commands/seed.ts', [`--${what}`, String(count)], {
      DATA_DIR: folder,
    });
    if (code !== 0) throw new Error(`Seeding ended with ${code}.`);
    const seconds = (performance.now() - start) / 1_000;
    rows.push({
      samples: what,
      count,
      seconds: seconds.toFixed(0),
      'a second': (count / seconds).toFixed(0),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
report('seed', {
  title: 'Seeding',
  explanation: `Large numbers of samples in a new database, with the search indexes, which are built after the rows. The limits are
the share of ten minutes that this many have of a million jobs, or of 300,000 candidates.`,
  rows,
  goals: orders.map(({ what, seconds }) => atMost('seconds', seconds, [what])),
});
