import { parseArgs } from 'node:util';
import { seedManyCandidates } from '#database/seed/sample-candidates.ts';
import { seedDemo } from '#database/seed/seed.ts';
import { StartError } from '#database/start-error.ts';
import { say, withDatabase } from './with-database.ts';

const { values } = parseArgs({ options: { candidates: { type: 'string', default: '0' } } });

await withDatabase(async (site) => {
  await seedDemo(site.database, say);
  const count = Number(values.candidates);
  if (!Number.isInteger(count) || count < 0 || count > 1_000_000) {
    throw new StartError('Say how many, up to a million: npm run seed -- --candidates 100000');
  }
  if (count > 0) await seedManyCandidates(site, count, say);
});
