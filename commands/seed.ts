import { parseArgs } from 'node:util';
import pg from 'pg';
import { seedSampleJobs } from '#database/seed/sample-jobs.ts';
import { seedDemo } from '#database/seed/seed.ts';
import { StartError } from '#database/start-error.ts';
import { say, withDatabase } from './with-database.ts';

/** The demo content, and with `--jobs 100000` sample postings until there are so many. */
await withDatabase(async ({ database, admin }) => {
  const wanted = readCount();
  await seedDemo(database, say);
  if (wanted === 0) return;
  await seedSampleJobs(database, wanted, say);
  await tidy(admin);
});

function readCount(): number {
  const { values } = parseArgs({ options: { jobs: { type: 'string', default: '0' } } });
  const count = Number(values.jobs);
  if (!Number.isInteger(count) || count < 0 || count > 1_000_000) {
    throw new StartError('Say how many, up to a million: npm run seed -- --jobs 100000');
  }
  return count;
}

/** So that the first questions are answered as quickly as later ones. */
async function tidy(admin: pg.ClientConfig) {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    await client.query('vacuum (analyze) public.jobs');
  } finally {
    await client.end();
  }
}
