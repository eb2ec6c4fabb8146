import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { endSwapAlone } from '#database/embedded/swap.ts';
import { StartError } from '#database/start-error.ts';
import { bringPrograms } from '#server/backup/bring-programs.ts';
import { roomOf } from '#server/backup/place.ts';
import { broughtMajor, goBack, majorOf, upgrade } from '#server/backup/upgrade.ts';
import { readConfig } from '#server/settings/config.ts';
import { readWords } from './read-words.ts';
import { orFail, say } from './with-database.ts';

const usage = `npm run upgrade-database                  to the PostgreSQL of this version of the site, which must be stopped
npm run upgrade-database -- --back        to go back: then start the old version
npm run upgrade-database -- --programs FOLDER   with the old programs from there instead of fetched ones
See docs/backup.md for more.`;

/**
 * Upgrades the embedded database to the PostgreSQL of this version of the site, which is down
 * meanwhile.
 */
await orFail(async () => {
  const { values } = readWords(
    { options: { back: { type: 'boolean' }, programs: { type: 'string' } } },
    usage,
  );
  const config = readConfig();
  if (config.databaseUrl) {
    throw new StartError(
      'DATABASE_URL names a PostgreSQL of your own: upgrade it as its makers say. This command is for the embedded one.',
    );
  }
  endSwapAlone(config.dataDir);
  if (values.back) {
    const { from, to } = goBack(config.dataDir);
    process.stdout.write(
      `back on PostgreSQL ${to}: start the version of the site that brings it. What was written with ${from} is in postgres.${from}\n`,
    );
    return;
  }
  const [found, brought] = [majorOf(config.dataDir), broughtMajor()];
  if (found === undefined) throw new StartError(`There is no database in ${config.dataDir}.`);
  if (found === brought) {
    process.stdout.write(`the database is of PostgreSQL ${brought}: nothing to do\n`);
    return;
  }
  if (found > brought) {
    throw new StartError(
      `The database is of PostgreSQL ${found}, and this version of the site brings ${brought}. Go to a newer version, or back: npm run upgrade-database -- --back.`,
    );
  }
  const given = values.programs;
  say(given ? `Using the programs in ${given}` : `Fetching the programs of PostgreSQL ${found}`);
  const programs = given
    ? { native: resolve(given), version: `${found}.0` }
    : await bringPrograms(found, roomOf(config.dataDir));
  try {
    const { rows, kept } = await upgrade(config, programs, say);
    process.stdout.write(
      `upgraded from ${found} to ${brought}: ${rows} rows. The old database is in ${kept}; remove it when all is well\n`,
    );
  } finally {
    if ('folder' in programs) rmSync(programs.folder, { recursive: true, force: true });
  }
});
