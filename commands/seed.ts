import type pg from 'pg';
import type { Database } from '#database/database.ts';
import { inTurn } from '#database/in-turn.ts';
import { withClient } from '#database/open-client.ts';
import { removeDemoContent } from '#database/seed/demo-content.ts';
import { seedManyCandidates } from '#database/seed/sample-candidates.ts';
import { seedSampleJobs } from '#database/seed/sample-jobs.ts';
import { seedDemo } from '#database/seed/seed.ts';
import { StartError } from '#database/start-error.ts';
import { type Config, noDemoContent } from '#server/settings/config.ts';
import { readWords } from './read-words.ts';
import { orFail, say, withDatabase } from './with-database.ts';

/**
 * The demo content, and with `--jobs 100000` or `--candidates 100000` samples until there are so many;
 * with `--remove-demo` all of that goes.
 */
await orFail(async () => {
  const { jobs, candidates, isRemoval } = readOrder();
  if (isRemoval) return withDatabase(remove);
  await withDatabase(async (site) => {
    if (site.config.isReached) throw new StartError(noDemoContent);
    await inTurn(site.admin, 'seed', () => seedDemo(site.database, say));
    if (jobs > 0) {
      await seedSampleJobs(site, jobs, say);
      await tidyJobs(site.admin);
    }
    if (candidates > 0) await seedManyCandidates(site, candidates, say);
  }, 'any');
});

function readOrder() {
  const option = { type: 'string', default: '0' } as const;
  const { values } = readWords({
    options: {
      jobs: option,
      candidates: option,
      'remove-demo': { type: 'boolean', default: false },
    },
  });
  const counts = { jobs: Number(values.jobs), candidates: Number(values.candidates) };
  for (const [name, count] of Object.entries(counts)) {
    if (!Number.isInteger(count) || count < 0 || count > 1_000_000) {
      throw new StartError(`Say how many, up to a million: npm run seed -- --${name} 100000`);
    }
  }
  return { ...counts, isRemoval: values['remove-demo'] };
}

async function remove({ database, config }: { database: Database; config: Config }) {
  const hasPayments = config.payments.kind !== 'off';
  const { people, jobs, candidates } = await removeDemoContent(database, say, { hasPayments });
  process.stdout.write(
    people + jobs + candidates === 0
      ? 'There was no demo content.\n'
      : `Removed: demo accounts ${people}, sample jobs ${jobs}, sample candidates ${candidates}.\n`,
  );
}

/** So that the first questions are answered as quickly as later ones. */
async function tidyJobs(admin: pg.ClientConfig) {
  await withClient(admin, (client) => client.query('vacuum (analyze) public.jobs'));
}
