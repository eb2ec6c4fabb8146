import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describeSchema } from '#database/describe-schema.ts';
import { describeTypes } from '#database/describe-types.ts';
import { withDatabase } from './with-database.ts';

const types = 'domain/database-types.ts';

/**
 * Writes what the database is now: its row types, for supabase-js and everything that reads rows, and its
 * schema, for people.
 */
await withDatabase(async ({ database }) => {
  writeFileSync('database/schema.sql', await describeSchema(database));
  writeFileSync(types, await describeTypes(database));
  execFileSync('node_modules/.bin/biome', ['format', '--write', types], { stdio: 'ignore' });
});
