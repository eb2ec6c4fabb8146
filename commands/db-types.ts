import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describeSchema } from '#database/describe-schema.ts';
import { describeTypes } from '#database/describe-types.ts';
import { renderRules } from '#database/render-rules.ts';
import { withDatabase } from './with-database.ts';

const types = 'domain/database-types.ts';

/**
 * Writes the rules of domain/ as SQL, applies them, and writes what the database is then: its row types, for
 * supabase-js and everything that reads rows, and its schema, for people.
 */
for (const [name, text] of renderRules()) writeFileSync(`database/rules/${name}`, text);
await withDatabase(async ({ database }) => {
  writeFileSync('database/schema.sql', await describeSchema(database));
  writeFileSync(types, await describeTypes(database));
  execFileSync('node_modules/.bin/biome', ['format', '--write', types], { stdio: 'ignore' });
});
