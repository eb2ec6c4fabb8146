import { withClient } from '#database/open-client.ts';
import { lastRestore } from '#server/backup/changes.ts';
import { checkBackup } from '#server/backup/check-backup.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { makeBase, needsBase } from '#server/backup/make-base.ts';
import { backupsIn } from '#server/backup/names.ts';
import { type OpenStore, openStore } from '#server/backup/open-store.ts';
import { openBackup, pickBackup } from '#server/backup/pick-backup.ts';
import { roomOf, sharesDisk } from '#server/backup/place.ts';
import { alone } from '#server/backup/stores/folder.ts';
import { createFiles } from '#server/outside/files/files.ts';
import { readConfig } from '#server/settings/config.ts';
import { readWords, refuseOthers } from './read-words.ts';
import { orFail, refuseOnProject, say, withOwner } from './with-database.ts';

const usage = `npm run backup                            database, files and keys
npm run backup -- --to PLACE              to a folder or s3://bucket/folder other than BACKUP_TO
npm run backup -- --without-files         where the store of files has backups of its own
npm run backup -- --base                  the embedded database as files, for DATABASE_ARCHIVE: once a week by itself
npm run backup -- --list                  what is there
npm run backup -- --check [NAME]          restores one, the newest, into a database that is thrown away
See docs/backup.md for more.`;

const options = {
  to: { type: 'string' },
  check: { type: 'boolean' },
  list: { type: 'boolean' },
  base: { type: 'boolean' },
  'without-files': { type: 'boolean' },
} as const;

await orFail(async () => {
  const { values, positionals } = readWords({ options, allowPositionals: true }, usage);
  refuseOnProject(readConfig());
  refuseOthers(positionals.slice(values.check && !values.list ? 1 : 0), usage);
  if (values.list) return list(values.to);
  if (values.check) return check(values.to, positionals[0]);
  await withOwner('of a site', async ({ config, admin }) => {
    const store = openStore(config.backup, values.to);
    const base = async () => {
      const { name, bytes } = await inTurn(store, () => makeBase({ config, admin, store }));
      process.stdout.write(`${name}: ${megabytes(bytes)}\n`);
    };
    if (values.base) return base();
    const hasFiles = !values['without-files'];
    const make = () => makeBackup({ config, admin, store, hasFiles, files: createFiles(config) });
    say(`Backing up to ${store.place}`);
    if (!config.backup.key)
      say('BACKUP_KEY is not set: whoever reads the file reads everything in it');
    if (store.isFolder && !config.databaseUrl && (await sharesDisk(store.place, config.dataDir)))
      say('This place is on the same disk as the data: if that disk is lost, both are lost');
    const made = await inTurn(store, make);
    const gone = made.gone > 0 ? `, ${made.gone} files were deleted meanwhile` : '';
    process.stdout.write(
      `${made.name}: ${made.rows} rows, ${made.files} files, ${megabytes(made.bytes)}${gone}; ${made.removed} old ones removed\n`,
    );
    const changes = config.databaseUrl ? undefined : config.backup.databaseArchive;
    if (!changes || values.to) return;
    if (needsBase(await store.list(), { restoredAt: lastRestore(changes) })) await base();
  });
});

function inTurn<T>(store: OpenStore, work: () => Promise<T>): Promise<T> {
  return store.isFolder ? alone(store.place, work) : work();
}

async function list(to: string | undefined) {
  const store = openStore(readConfig().backup, to);
  const kept = await store.list();
  for (const { name, size } of [...backupsIn(kept, 'site'), ...backupsIn(kept, 'base')]) {
    process.stdout.write(`${name}  ${megabytes(size)}\n`);
  }
}

async function check(to: string | undefined, name: string | undefined) {
  const config = readConfig();
  const store = openStore(config.backup, to);
  const backup = await pickBackup(store, 'site', { name });
  say(`Restoring ${backup.name} into a database that is thrown away`);
  const found = await checkBackup(
    await openBackup(store, backup, config.backup.key),
    roomOf(config.dataDir),
  );
  await noteChecked(backup.name).catch(() => say('The site’s own database was not told'));
  process.stdout.write(
    `intact: ${found.rows} rows in ${found.tables} tables, ${found.files} files, ${found.keys} of 2 files of keys, as of ${found.at.toISOString()}\n`,
  );
}

async function noteChecked(name: string) {
  await withOwner('of a site', ({ admin }) =>
    withClient(admin, (client) =>
      client.query('update private.backups set checked_at = now() where name = $1', [name]),
    ),
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
