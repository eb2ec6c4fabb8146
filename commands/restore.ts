import { findRunning } from '#database/embedded/embedded.ts';
import { StartError } from '#database/start-error.ts';
import { readErasures } from '#server/backup/erasures.ts';
import { type OpenStore, openStore } from '#server/backup/open-store.ts';
import { openBackup, pickBackup } from '#server/backup/pick-backup.ts';
import { type Restored, restore } from '#server/backup/restore.ts';
import { bringFiles, restoreMoment } from '#server/backup/restore-moment.ts';
import { createFiles } from '#server/outside/files/files.ts';
import { readConfig } from '#server/settings/config.ts';
import { stayHere } from '#server/start/database-place.ts';
import { readWords, refuseOthers } from './read-words.ts';
import { orFail, refuseOnProject, say, withOwner } from './with-database.ts';

const usage = `npm run restore                           the newest backup, into an empty database
npm run restore -- NAME                   another one (npm run backup -- --list)
npm run restore -- --from PLACE           from a place other than BACKUP_TO
npm run restore -- --replace              into a database that has a site, which is deleted
npm run restore -- --until TIME           the embedded database as it was then: 2026-11-23T07:00:00Z, or latest
npm run restore -- --keep-sessions        nobody has to sign in again: for a move
See docs/backup.md for more.`;

const options = {
  from: { type: 'string' },
  replace: { type: 'boolean' },
  until: { type: 'string' },
  'keep-sessions': { type: 'boolean' },
} as const;

await orFail(async () => {
  const { values, positionals } = readWords({ options, allowPositionals: true }, usage);
  refuseOthers(positionals.slice(values.until ? 0 : 1), usage);
  refuseOnProject(readConfig());
  if (values.until) return toMoment(values.until, values);
  // Before a database is created for it.
  const store = openStore(readConfig().backup, values.from);
  const backup = await pickBackup(store, 'site', { name: positionals[0] });
  const erasures = await erasuresOf(store);
  await withOwner('any', async ({ config, admin, isInUse }) => {
    if (isInUse) throw new StartError('The site is running. Stop it first.');
    say(`Restoring ${backup.name} from ${store.place}, and ${erasures.length} erasures`);
    const restored = await restore(
      () => openBackup(store, backup, config.backup.key),
      { admin, files: createFiles(config), dataDir: config.dataDir },
      {
        replaces: values.replace ?? false,
        keepsSessions: values['keep-sessions'] ?? false,
        erasures,
      },
    );
    if (!config.databaseUrl) stayHere(config.dataDir);
    tell(restored);
    process.stdout.write(
      `restored: ${restored.rows} rows, ${restored.files} files, as of ${restored.at.toISOString()}\n`,
    );
  });
});

async function toMoment(text: string, values: { from?: string; replace?: boolean }) {
  const config = readConfig();
  if (findRunning(config.dataDir)) throw new StartError('The site is running. Stop it first.');
  const until = text === 'latest' ? undefined : new Date(text);
  if (until && Number.isNaN(until.getTime())) {
    throw new StartError('Write the moment as 2026-11-23T07:00:00Z, in UTC, or say latest.');
  }
  const store = openStore(config.backup, values.from);
  const { key } = config.backup;
  const base = await pickBackup(store, 'base', { until });
  const restored = await restoreMoment(config, await openBackup(store, base, key), {
    until,
    erasures: await erasuresOf(store),
    replaces: values.replace ?? false,
    say,
  });
  stayHere(config.dataDir);
  tell(restored);
  const newest = await pickBackup(store, 'site').catch(() => undefined);
  const brought = newest
    ? await bringFiles(await openBackup(store, newest, key), createFiles(config), restored.wanted)
    : 0;
  const last = restored.reached?.toISOString() ?? 'the end of the base';
  process.stdout.write(`restored: the last change is of ${last}; ${brought} files brought back\n`);
}

/** Includes those recorded in the place that the site uses today, if this backup lies in another one. */
async function erasuresOf(store: OpenStore): Promise<string[]> {
  const { backup } = readConfig();
  const noted = await readErasures(store);
  const usual = backup.to ? openStore(backup) : store;
  if (usual.place === store.place) return noted;
  const since = await readErasures(usual).catch((error) => {
    if (!(error instanceof StartError)) throw error;
    throw new StartError(
      `Whatever was erased since is noted in ${usual.place}, which cannot be read: ${error.message} If that place is lost, set BACKUP_TO to ${store.place}; what was erased after this backup then comes back.`,
    );
  });
  return [...new Set([...noted, ...since])];
}

function tell({ erased, setAside }: Pick<Restored, 'erased' | 'setAside'>) {
  for (const { kind, erased: count, failed } of erased) {
    say(failed ? `NOT erased again: ${kind} ${failed}` : `Erased again: ${count} (${kind})`);
  }
  for (const path of setAside) say(`Other keys stood there, and are in ${path}`);
}
