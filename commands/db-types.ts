import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describeTypes } from '#database/describe-types.ts';
import { withDatabase } from './with-database.ts';

const file = 'domain/database-types.ts';

/** Writes the row types that the database has now, for supabase-js and everything that reads rows. */
await withDatabase(async ({ database }) => {
  writeFileSync(file, await describeTypes(database));
  execFileSync('node_modules/.bin/biome', ['format', '--write', file], { stdio: 'ignore' });
});
