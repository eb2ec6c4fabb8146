import { parseArgs } from 'node:util';
import { StartError } from '#database/start-error.ts';
import { readErasures } from '#server/backup/erasures.ts';
import { openStore } from '#server/backup/open-store.ts';
import { openBackup, pickBackup } from '#server/backup/pick-backup.ts';
import { restore } from '#server/backup/restore.ts';
import { createFiles } from '#server/outside/files/files.ts';
import { orFail, say, withOwner } from './with-database.ts';

const usage = `npm run restore                           the newest backup, into an empty database
npm run restore -- NAME                   another one (npm run backup -- --list)
npm run restore -- --from PLACE           from a place other than BACKUP_TO
npm run restore -- --replace              into a database that has a site: that one is gone then
npm run restore -- --keep-sessions        nobody has to sign in again: for a move
docs/backup.md says the rest.`;

const options = {
  from: { type: 'string' },
  replace: { type: 'boolean' },
  'keep-sessions': { type: 'boolean' },
} as const;

await orFail(async () => {
  const { values, positionals } = read();
  await withOwner(async ({ config, admin, isInUse }) => {
    if (isInUse) throw new StartError('The site is running. Stop it first.');
    const store = openStore(config.backup, values.from);
    const backup = await pickBackup(store, 'site', { name: positionals[0] });
    const erasures = await readErasures(store);
    say(`Restoring ${backup.name} from ${store.place}, and ${erasures.length} erasures`);
    const restored = await restore(
      await openBackup(store, backup, config.backup.key),
      { admin, files: createFiles(config), dataDir: config.dataDir },
      {
        replaces: values.replace ?? false,
        keepsSessions: values['keep-sessions'] ?? false,
        erasures,
      },
    );
    for (const { kind, erased, failed } of restored.erased) {
      say(failed ? `NOT erased again: ${kind} ${failed}` : `Erased again: ${erased} (${kind})`);
    }
    for (const path of restored.setAside) say(`Other keys stood there, and are in ${path}`);
    process.stdout.write(
      `restored: ${restored.rows} rows, ${restored.files} files, as of ${restored.at.toISOString()}\n`,
    );
  });
});

function read() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
}
