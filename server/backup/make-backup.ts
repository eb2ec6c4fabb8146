import type pg from 'pg';
import { type Files, keyShape } from '#api/storage/files.ts';
import { createContentSum } from '#database/copy/content-sum.ts';
import { type Snapshot, withSnapshot } from '#database/copy/read-tables.ts';
import { withClient } from '#database/open-client.ts';
import type { Config } from '../settings/config.ts';
import { type AddEntry, packArchive } from './archive.ts';
import { asJson, type Begin, type End, tableFolder } from './contents.ts';
import { keepAllErasures } from './erasures.ts';
import { keysOf } from './keys-of.ts';
import { backupsIn, newName } from './names.ts';
import type { OpenStore } from './open-store.ts';
import { toRemove } from './rotation.ts';

export type Made = {
  name: string;
  bytes: number;
  rows: number;
  files: number;
  gone: number;
  removed: number;
};

type Ground = {
  config: Config;
  admin: pg.ClientConfig;
  files: Files;
  store: OpenStore;
  hasFiles: boolean;
};

/**
 * Writes a backup, records it where staff can see it, and removes those that the rotation no longer
 * keeps.
 */
export async function makeBackup(ground: Ground): Promise<Made> {
  const { config, admin, store } = ground;
  const at = new Date();
  const { key } = config.backup;
  const name = newName('site', at, key !== undefined);
  await store.clear();
  let end: End | undefined;
  const archive = packArchive(async (add) => {
    end = await writeContents(ground, at, add);
  }, key);
  const bytes = await store.write(name, archive);
  if (!end) throw new Error('A backup ended without its end.');
  const rows = Object.values(end.tables).reduce((all, { count }) => all + count, 0);
  const made = { name, bytes, rows, files: end.files.count, gone: end.gone };
  await noteMade(admin, { ...made, place: store.place, at, isSealed: key !== undefined });
  await keepAllErasures(admin, store);
  const old = toRemove(backupsIn(await store.list(), 'site'), config.backup.keep);
  for (const backup of old) await store.remove(backup.name);
  return { ...made, removed: old.length };
}

/** A complete backup, entry by entry. */
export async function writeContents(
  { config, admin, files, hasFiles }: Omit<Ground, 'store'>,
  at: Date,
  add: AddEntry,
) {
  return withSnapshot(admin, async (snapshot) => {
    const { tables, sequences, migrations, serverVersion, bytes } = snapshot;
    const begin: Begin = { format: 1, at, serverVersion, migrations, tables, hasFiles, bytes };
    await add('backup.json', asJson(begin));
    for (const [name, text] of keysOf(config)) await add(`keys/${name}`, Buffer.from(text));
    const end: End = { tables: {}, files: createContentSum().read(), gone: 0 };
    for (const table of tables) {
      const folder = tableFolder(table);
      const parts = inParts((number, part) => add(`${folder}/${number}`, part));
      end.tables[folder] = await snapshot.read(table, parts.take);
      await parts.end();
    }
    await add('sequences.json', asJson(sequences));
    if (hasFiles) Object.assign(end, await addFiles(snapshot, files, add));
    await add('end.json', asJson(end));
    return end;
  });
}

/** Parts small enough to be one entry each, and large enough that a table has few of them. */
function inParts(add: (number: string, part: Buffer) => Promise<void>) {
  let waiting: Buffer[] = [];
  let size = 0;
  let number = 0;
  const write = async () => {
    if (size === 0) return;
    number += 1;
    const part = Buffer.concat(waiting);
    [waiting, size] = [[], 0];
    await add(String(number).padStart(6, '0'), part);
  };
  return {
    async take(piece: Buffer) {
      for (let from = 0; from < piece.length; from += 2 ** 20) {
        const some = piece.subarray(from, from + 2 ** 20);
        waiting.push(Buffer.from(some));
        size += some.length;
        if (size >= 2 ** 22) await write();
      }
    },
    end: write,
  };
}

const contents = `select bucket_id || '/' || id || '/' || version from storage.objects where parts is null
  union all select bucket_id || '/' || (part ->> 'file')
    from storage.objects, jsonb_array_elements(parts) as part where parts is not null`;

async function addFiles(snapshot: Snapshot, files: Files, add: AddEntry) {
  const sum = createContentSum();
  let gone = 0;
  for (const key of await snapshot.lines(contents)) {
    const stream = keyShape.test(key) ? await files.get(key) : undefined;
    if (!stream) {
      gone += 1;
      continue;
    }
    const content = Buffer.from(await new Response(stream).arrayBuffer());
    await add(`files/${key}`, content);
    sum.add(Buffer.concat([Buffer.from(`${key}\n`), content]));
  }
  return { files: sum.read(), gone };
}

async function noteMade(
  admin: pg.ClientConfig,
  made: Omit<Made, 'removed'> & { place: string; at: Date; isSealed: boolean },
) {
  const { name, place, at, bytes, rows, files, isSealed } = made;
  await withClient(admin, (client) =>
    client.query(
      `with old as (delete from private.backups where ended_at < now() - interval '400 days')
        insert into private.backups (name, place, began_at, bytes, rows, files, is_encrypted)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      [name, place, at, bytes, rows, files, isSealed],
    ),
  );
}
