import { parseArgs } from 'node:util';
import type pg from 'pg';
import { inTurn } from '#database/in-turn.ts';
import { withClient } from '#database/open-client.ts';
import { seedManyCandidates } from '#database/seed/sample-candidates.ts';
import { seedSampleJobs } from '#database/seed/sample-jobs.ts';
import { seedDemo } from '#database/seed/seed.ts';
import { StartError } from '#database/start-error.ts';
import { say, withDatabase } from './with-database.ts';

/** The demo content, and with `--jobs 100000` or `--candidates 100000` samples until there are so many. */
await withDatabase(async (site) => {
  const { jobs, candidates } = readCounts();
  await inTurn(site.admin, 'seed', () => seedDemo(site.database, say));
  if (jobs > 0) {
    await seedSampleJobs(site.database, jobs, say);
    await tidyJobs(site.admin);
  }
  if (candidates > 0) await seedManyCandidates(site, candidates, say);
});

function readCounts(): { jobs: number; candidates: number } {
  const option = { type: 'string', default: '0' } as const;
  const { values } = parseArgs({ options: { jobs: option, candidates: option } });
  const counts = { jobs: Number(values.jobs), candidates: Number(values.candidates) };
  for (const [name, count] of Object.entries(counts)) {
    if (!Number.isInteger(count) || count < 0 || count > 1_000_000) {
      throw new StartError(`Say how many, up to a million: npm run seed -- --${name} 100000`);
    }
  }
  return counts;
}

/** So that the first questions are answered as quickly as later ones. */
async function tidyJobs(admin: pg.ClientConfig) {
  await withClient(admin, (client) => client.query('vacuum (analyze) public.jobs'));
}
