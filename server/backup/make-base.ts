import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { withClient } from '#database/open-client.ts';
import { StartError } from '#database/start-error.ts';
import type { Config } from '../settings/config.ts';
import { type AddEntry, packArchive } from './archive.ts';
import { type Base, baseSchema } from './base-contents.ts';
import { removeChangesBefore } from './changes.ts';
import { asJson } from './contents.ts';
import { keysOf } from './keys-of.ts';
import { type Backup, backupsIn, isAhead, newName } from './names.ts';
import { type OpenStore, openStore } from './open-store.ts';
import { openBackup } from './pick-backup.ts';
import type { Kept } from './stores/store.ts';

/** What the engine recreates when it starts, or what belongs to this copy alone. */
const leftOut =
  /^(postmaster\.(pid|opts)|recovery\.signal|standby\.signal|backup_label|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*|(.*\/)?pgsql_tmp.*|(.*\/)?pg_internal\.init)$/;
const partBytes = 4 * 1024 * 1024;
const keptBases = 2;

/** A week, less the hours within which a nightly run may begin. */
const baseEvery = 6.5 * 86_400_000;

/**
 * Whether the newest base is a week old: without a new one the changes pile up, and a restore takes longer. Or it is
 * older than the last restore to a moment, and may be of what that left behind.
 */
export function needsBase(
  kept: Kept[],
  { now = new Date(), restoredAt }: { now?: Date; restoredAt?: Date | undefined } = {},
): boolean {
  const newest = backupsIn(kept, 'base').find((base) => !isAhead(base, now));
  if (!newest || (restoredAt && newest.at < restoredAt)) return true;
  return now.getTime() - newest.at.getTime() > baseEvery;
}

/** A copy of the embedded database's files, made while it runs. */
export async function makeBase({
  config,
  admin,
  store,
}: {
  config: Config;
  admin: pg.ClientConfig;
  store: OpenStore;
}): Promise<{ name: string; bytes: number }> {
  const folder = config.backup.databaseArchive;
  if (config.databaseUrl || !folder) {
    throw new StartError(
      'A base goes with DATABASE_ARCHIVE, the folder of changes of the embedded database: set it, start the site, then make one.',
    );
  }
  const { key } = config.backup;
  const name = newName('base', new Date(), key !== undefined);
  await store.clear();
  const archive = packArchive(
    (add) => withClient(admin, (client) => fill(client, config, add)),
    key,
  );
  const bytes = await store.write(name, archive);
  const now = new Date();
  // A base from a clock that was ahead takes nobody's place, and is removed when its time has come.
  const bases = backupsIn(await store.list(), 'base').filter((base) => !isAhead(base, now));
  for (const base of bases.slice(keptBases)) await store.remove(base.name);
  // The bases in the usual place need the changes; one copied elsewhere must not free them.
  const isUsual = config.backup.to !== undefined && openStore(config.backup).place === store.place;
  if (!isUsual) return { name, bytes };
  const begins = await Promise.all(
    bases.slice(0, keptBases).map((base) => firstPieceOf(base, store, key)),
  );
  const known = begins.filter((begin) => begin !== undefined);
  if (known.length === begins.length) removeChangesBefore(folder, known);
  return { name, bytes };
}

/** Undefined for a base made with another key: its changes stay until it is removed. */
async function firstPieceOf(
  base: Backup,
  store: OpenStore,
  key: string | undefined,
): Promise<string | undefined> {
  try {
    const { value } = await (await openBackup(store, base, key)).next();
    return baseSchema.parse(JSON.parse(value?.content.toString() ?? '')).firstPiece;
  } catch (error) {
    if (error instanceof StartError) return undefined;
    throw error;
  }
}

async function fill(client: pg.Client, config: Config, add: AddEntry) {
  const ask = async <Row extends pg.QueryResultRow>(text: string): Promise<Row> => {
    const { rows } = await client.query<Row>(text);
    const [row] = rows;
    if (!row) throw new Error('The engine answered with nothing.');
    return row;
  };
  const { archives } = await ask<{ archives: boolean }>(
    "select current_setting('archive_mode') = 'on' as archives",
  );
  if (!archives) {
    throw new StartError('The running site does not keep its changes yet: start it again first.');
  }
  const { place } = await ask<{ place: string }>(
    "select current_setting('data_directory') as place",
  );
  const { first } = await ask<{ first: string }>(
    "select pg_walfile_name(pg_backup_start('base', true)) as first",
  );
  const names = (await readdir(place, { recursive: true })).filter((name) => !leftOut.test(name));
  const folders: string[] = [];
  const files: string[] = [];
  for (const name of names) {
    const found = await stat(join(place, name)).catch(unlessGone);
    if (found?.isDirectory()) folders.push(name);
    // The control file, which says where recovery begins, comes last.
    else if (found?.isFile() && name !== 'global/pg_control') files.push(name);
  }
  const base: Base = { format: 1, at: new Date(), firstPiece: first, folders };
  await add('base.json', asJson(base));
  for (const [name, text] of keysOf(config)) await add(`keys/${name}`, Buffer.from(text));
  for (const name of [...files, 'global/pg_control']) await addFile(join(place, name), name, add);
  const { label, elsewhere } = await ask<{ label: string; elsewhere: string }>(
    'select labelfile as label, spcmapfile as elsewhere from pg_backup_stop(true)',
  );
  if (elsewhere.trim())
    throw new StartError('The database has tablespaces, which a base leaves out.');
  await add('cluster/backup_label@0', Buffer.from(label));
  await add('end.json', asJson({ format: 1, files: files.length + 2 }));
}

/** Any other failure would leave a hole that nobody notices before a restore. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** A file that has since been deleted or truncated is repaired by replaying the log of changes. */
async function addFile(path: string, name: string, add: AddEntry) {
  const file = await open(path).catch(unlessGone);
  if (!file) return;
  try {
    const { size } = await file.stat();
    for (let part = 0; ; part += 1) {
      // Most files are a few pages long, and allocating a full part for each would cost more than compressing it.
      const length = Math.max(0, Math.min(partBytes, size - part * partBytes));
      const buffer = Buffer.allocUnsafe(length);
      const { bytesRead } = await file.read(buffer, 0, length, part * partBytes);
      if (bytesRead > 0 || part === 0) {
        await add(`cluster/${name}@${part}`, buffer.subarray(0, bytesRead));
      }
      if (bytesRead < partBytes) return;
    }
  } finally {
    await file.close();
  }
}
