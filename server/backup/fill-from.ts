import type pg from 'pg';
import { keyShape } from '#api/storage/files.ts';
import { type ContentSum, createContentSum } from '#database/copy/content-sum.ts';
import { withTarget } from '#database/copy/write-tables.ts';
import { migrate, migrationFiles } from '#database/migrate.ts';
import { StartError } from '#database/start-error.ts';
import type { Entry } from './archive.ts';
import {
  type Begin,
  type End,
  keyFiles,
  readBegin,
  readEnd,
  readSequences,
  tableFolder,
} from './contents.ts';
import { notWhole } from './seal.ts';

export type Filled = {
  begin: Begin;
  end: End;
  tables: Record<string, ContentSum>;
  files: ContentSum;
};

type Takers = {
  takeKeys?(name: (typeof keyFiles)[number], content: Buffer): void;
  /** Called once all rows are in. */
  afterTables?(begin: Begin): Promise<void>;
  takeFile?(key: string, content: Buffer): Promise<void>;
};

/**
 * Fills an empty database from a backup: first the migrations it was made with, then its rows.
 * Fails on anything that differs from the totals at the end of the backup.
 */
export async function fillFrom(
  entries: AsyncGenerator<Entry>,
  admin: pg.ClientConfig,
  takers: Takers = {},
): Promise<Filled> {
  const next = async () => {
    const { done, value } = await entries.next();
    return done ? undefined : value;
  };
  const begin = readBegin(await next());
  await migrate(admin, () => {}, undefined, { only: migrationsOf(begin) });
  const tables: Record<string, ContentSum> = {};
  let entry = await next();
  for (; entry?.name.startsWith('keys/'); entry = await next()) {
    const name = keyFiles.find((each) => entry?.name === `keys/${each}`);
    if (!name) throw notWhole('has keys of an unknown name');
    takers.takeKeys?.(name, entry.content);
  }
  await withTarget(admin, async (target) => {
    for (const table of begin.tables) {
      const folder = tableFolder(table);
      const parts = async function* () {
        for (; entry?.name.startsWith(`${folder}/`); entry = await next()) yield entry.content;
      };
      tables[folder] = await target.write(table, parts());
    }
    if (entry === undefined) throw notWhole('ends before its end');
    await target.setSequences(readSequences(entry));
    entry = await next();
  });
  await takers.afterTables?.(begin);
  const files = createContentSum();
  for (; entry?.name.startsWith('files/'); entry = await next()) {
    const key = entry.name.slice('files/'.length);
    if (!keyShape.test(key)) throw notWhole('has a file under a name that no file has');
    files.add(Buffer.concat([Buffer.from(`${key}\n`), entry.content]));
    await takers.takeFile?.(key, entry.content);
  }
  const end = readEnd(entry);
  if (await next()) throw notWhole('has something behind its end');
  compare(begin, end, { tables, files: files.read() });
  return { begin, end, tables, files: files.read() };
}

/**
 * Fails if this version cannot restore the backup with this key, or if the backup is incomplete.
 */
export async function readThrough(entries: AsyncGenerator<Entry>) {
  let last: Entry | undefined;
  for await (const entry of entries) {
    if (!last) migrationsOf(readBegin(entry));
    last = entry;
  }
  readEnd(last);
}

/** Rules are applied after all migrations, by the start that follows. */
function migrationsOf({ migrations }: Begin): Set<string> {
  const known = new Set(migrationFiles().map(({ name }) => name));
  const wanted = migrations.filter((name) => !name.startsWith('rules/'));
  const unknown = wanted.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The backup was made by another version of the site, with ${unknown[0]}. Restore it with that version or a newer one.`,
    );
  }
  return new Set(wanted);
}

function compare(begin: Begin, end: End, found: Pick<Filled, 'tables' | 'files'>) {
  const expected: Record<string, ContentSum> = {
    ...end.tables,
    ...(begin.hasFiles && { files: end.files }),
  };
  const all: Record<string, ContentSum> = {
    ...found.tables,
    ...(begin.hasFiles && { files: found.files }),
  };
  for (const name of new Set([...Object.keys(expected), ...Object.keys(all)])) {
    const [one, other] = [expected[name], all[name]];
    if (one && other && one.count === other.count && one.sum === other.sum) continue;
    throw notWhole(`has other contents in ${name} than its end says`);
  }
}
