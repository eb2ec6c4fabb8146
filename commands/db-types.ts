import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '#database/database.ts';
import { describeSchema } from '#database/describe/describe-schema.ts';
import { describeTypes } from '#database/describe/describe-types.ts';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { renderRules } from '#database/render/render-rules.ts';
import { refuseWords } from './read-words.ts';
import { orFail, say } from './with-database.ts';

const types = 'domain/database-types.ts';

/**
 * Writes the rules of domain/ as SQL, applies them with the migrations to a throwaway database, and
 * writes down what comes out: its row types, for supabase-js and everything that reads rows, and
 * its schema, for people. No site's database is touched.
 */
await orFail(() => {
  refuseWords(
    'npm run db:types    the rules of domain/ as SQL, the row types and database/schema.sql',
  );
  for (const [name, text] of renderRules()) writeFileSync(`database/rules/${name}`, text);
  return withNewDatabase(async (database) => {
    writeFileSync('database/schema.sql', await describeSchema(database));
    writeFileSync(types, await describeTypes(database));
    execFileSync('node_modules/.bin/biome', ['format', '--write', types], { stdio: 'ignore' });
  });
});

async function withNewDatabase(work: (database: Database) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'db-types-'));
  chmodSync(dataDir, 0o755); // As root, PostgreSQL runs under an account of its own, which must get in.
  try {
    const engine = await startEmbedded(dataDir, say, { settings: { fsync: 'off' } });
    try {
      const database = openDatabase(await migrate(engine.admin, say), 2);
      await work(database).finally(() => database.close());
    } finally {
      await engine.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
