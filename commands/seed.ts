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
import { readCount, readWords } from './read-words.ts';
import { orFail, say, withDatabase } from './with-database.ts';

const usage = `npm run seed                         the demo content
npm run seed -- --jobs 100000        samples until there are so many, up to a million; the same with --candidates
npm run seed -- --remove-demo        takes all of that away
See docs/operate.md for more.`;

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
  const { values } = readWords(
    {
      options: {
        jobs: option,
        candidates: option,
        'remove-demo': { type: 'boolean', default: false },
      },
    },
    usage,
  );
  const count = (name: 'jobs' | 'candidates') =>
    readCount(values[name], { name, most: 1_000_000, usage });
  return {
    jobs: count('jobs'),
    candidates: count('candidates'),
    isRemoval: values['remove-demo'],
  };
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

/** So that the first queries are as fast as later ones. */
async function tidyJobs(admin: pg.ClientConfig) {
  await withClient(admin, (client) => client.query('vacuum (analyze) public.jobs'));
}
