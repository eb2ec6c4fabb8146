import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#database/database.ts';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { withClient } from '#database/open-client.ts';
import { seedDemo } from '#database/seed/seed.ts';
import { bringPrograms } from '#server/backup/bring-programs.ts';
import { broughtMajor, goBack, majorOf, upgrade } from '#server/backup/upgrade.ts';
import { readConfig } from '#server/settings/config.ts';
import { refuseWords } from './read-words.ts';
import { orFail, say } from './with-database.ts';

/**
 * Rehearses `npm run upgrade-database` from the previous major version, which is fetched. No site's
 * data is touched.
 */
await orFail(async () => {
  refuseWords('npm run check:upgrade    rehearses the next PostgreSQL (docs/backup.md)');
  const before = broughtMajor() - 1;
  say(`Fetching PostgreSQL ${before}`);
  const programs = await bringPrograms(before);
  const dataDir = mkdtempSync(join(tmpdir(), 'check-upgrade-'));
  chmodSync(dataDir, 0o755); // As root, PostgreSQL runs under an account of its own, which must get in.
  const config = readConfig({ DATA_DIR: dataDir });
  try {
    const old = await startEmbedded(dataDir, say, { programs });
    const database = openDatabase(await migrate(old.admin), 4);
    await seedDemo(database, say);
    await database.close();
    const there = await count(old.admin);
    await old.stop();
    expect(majorOf(dataDir) === before, 'the database is of the version before');
    const { rows } = await upgrade(config, programs, say);
    expect(majorOf(dataDir) === broughtMajor(), 'it is of this version');
    const fresh = await startEmbedded(dataDir, say);
    await migrate(fresh.admin);
    expect((await count(fresh.admin)) === there, 'it has the same people, jobs and tasks');
    await fresh.stop();
    goBack(dataDir);
    const again = await startEmbedded(dataDir, say, { programs });
    expect((await count(again.admin)) === there, 'the way back leads there');
    await again.stop();
    process.stdout.write(
      `holds: ${rows} rows from PostgreSQL ${before} to ${broughtMajor()} and back\n`,
    );
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(programs.folder, { recursive: true, force: true });
  }
});

async function count(admin: Parameters<typeof withClient>[0]): Promise<string> {
  return withClient(admin, async (client) => {
    const { rows } = await client.query(
      `select (select count(*) from auth.users) as people, (select count(*) from public.jobs) as jobs,
        (select count(*) from graphile_worker._private_jobs) as tasks,
        (select md5(string_agg(t::text, '' order by id)) from public.jobs as t) as sum`,
    );
    return JSON.stringify(rows);
  });
}

function expect(holds: boolean, what: string) {
  if (!holds) throw new Error(`It does not hold that ${what}.`);
  say(what);
}
