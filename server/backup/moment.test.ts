import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { tellOfChanges } from '#api/staff/launch/tell-of-changes.ts';
import { openDatabase } from '#database/database.ts';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { withClient } from '#database/open-client.ts';
import { readConfig } from '../settings/config.ts';
import { type Entry, packArchive } from './archive.ts';
import { keepingChanges, lastRestore } from './changes.ts';
import { asJson } from './contents.ts';
import { makeBase, needsBase } from './make-base.ts';
import { newName } from './names.ts';
import { openStore } from './open-store.ts';
import { openBackup, pickBackup } from './pick-backup.ts';
import { restoreMoment } from './restore-moment.ts';

const folder = mkdtempSync(join(tmpdir(), 'moment-'));
chmodSync(folder, 0o755); // As root, PostgreSQL runs under its own account, which must get in.
afterAll(() => rmSync(folder, { recursive: true }));
const dataDir = join(folder, 'data');
const changes = join(folder, 'disk', 'changes');
mkdirSync(dataDir, { mode: 0o755 });
const config = readConfig({
  DATA_DIR: dataDir,
  BACKUP_TO: join(folder, 'backups'),
  BACKUP_KEY: 'a long enough passphrase',
  DATABASE_ARCHIVE: changes,
});
const store = openStore(config.backup);
const settings = { ...keepingChanges(config), fsync: 'off' };
const moment = { erasures: [], replaces: false, say: () => {} };

/** Which changes one base frees, and another one elsewhere does not. */
async function changesAfterBase(admin: pg.ClientConfig, place: string): Promise<string[]> {
  const old = join(changes, '000000010000000000000000');
  writeFileSync(old, '');
  const there = openStore(config.backup, place);
  const write: typeof there.write = (name, archive) =>
    there.write(name, Readable.from(withVisitor(archive, admin), { objectMode: false }));
  await makeBase({ config, admin, store: { ...there, write } });
  return readdirSync(changes).filter((name) => old.endsWith(name));
}

/** Something is written while a base is being made. */
async function* withVisitor(archive: Readable, admin: pg.ClientConfig) {
  let parts = 0;
  for await (const part of archive) {
    yield part;
    parts += 1;
    if (parts === 5)
      await withClient(admin, (client) => client.query('select pg_current_xact_id()'));
  }
}

/** A restore to a moment before a base leaves it behind: its changes have higher numbers than those of newer bases. */
async function replaceByLeftBehind(name: string) {
  await store.remove(name);
  const [aMinuteAgo, firstPiece] = [new Date(Date.now() - 60_000), '0000000100000000000000FF'];
  const base = asJson({ format: 1, at: aMinuteAgo, firstPiece, folders: [] });
  const packed = packArchive((add) => add('base.json', base), config.backup.key);
  await store.write(newName('base', aMinuteAgo, true), packed);
}

async function open() {
  const base = await pickBackup(store, 'base');
  return openBackup(store, base, config.backup.key);
}

it('the embedded database can be restored to a moment between two changes', async () => {
  const engine = await startEmbedded(dataDir, () => {}, { settings });
  await migrate(engine.admin);
  // As initdb takes it from the machine's settings there.
  await withClient(engine.admin, (client) =>
    client.query(`alter system set timezone = 'Asia/Tokyo'`),
  );
  writeFileSync(join(dataDir, 'keys.json'), '"kept"', { mode: 0o600 });
  expect(needsBase(await store.list())).toBe(true);
  const first = await makeBase({ config, admin: engine.admin, store });
  expect(needsBase(await store.list())).toBe(false);
  const nextWeek = new Date(Date.now() + 7 * 86_400_000);
  expect(needsBase(await store.list(), { now: nextWeek })).toBe(true);
  expect(await changesAfterBase(engine.admin, join(folder, 'taken-along'))).toHaveLength(1);
  await replaceByLeftBehind(first.name);
  expect(await changesAfterBase(engine.admin, store.place)).toEqual([]);
  await subscribe(engine.admin, 'before');
  const until = await momentOf(engine.admin);
  await subscribe(engine.admin, 'after', untilEndOfPiece);
  const later = await momentOf(engine.admin);
  await subscribe(engine.admin, 'last');
  await archive(engine.admin);
  await engine.stop();

  await expect(restoreMoment(config, await open(), { ...moment, until })).rejects.toThrow(
    '--replace',
  );
  const never = new Date(Date.now() + 86_400_000);
  const { message } = await restoreMoment(config, await open(), {
    ...moment,
    until: never,
    replaces: true,
  }).then(
    () => new Error('It went there.'),
    (error: Error) => error,
  );
  expect(message).toMatch(
    /^The last change that was kept is of .* Say an earlier one, or --until latest/,
  );
  const last = /is of (\S+) (\S+) UTC/.exec(message);
  expect(Math.abs(Date.parse(`${last?.[1]}T${last?.[2]}Z`) - Date.now())).toBeLessThan(600_000);
  expect(existsSync(join(dataDir, 'restoring'))).toBe(false);
  const inBase = new Date((await pickBackup(store, 'base')).at.getTime() + 1);
  await expect(
    restoreMoment(config, await open(), { ...moment, until: inBase, replaces: true }),
  ).rejects.toThrow('The base was still being made at that moment.');
  await expect(pickBackup(store, 'base', { until: new Date(0) })).rejects.toThrow(
    /^The oldest base in .* is of /,
  );
  await restoreMoment(config, await open(), { ...moment, until, replaces: true });
  const beforeStart = new Date();
  const again = await startEmbedded(dataDir, () => {}, { settings });
  expect(await subscribers(again.admin)).toEqual(['before']);
  await subscribe(again.admin, 'since');
  await archive(again.admin);
  const restoredAt = lastRestore(changes);
  expect(restoredAt?.getTime()).toBeLessThan(beforeStart.getTime());
  expect(needsBase(await store.list(), { restoredAt })).toBe(true);
  await tellsWhereChangesAreNotArchived(again.admin);
  await again.stop();
  await tellsNothingWhereArchivingIsOff();
  expect(readdirSync(dataDir).filter((name) => /^postgres\.before-\d+$/.test(name))).toHaveLength(
    1,
  );
  rmSync(changes);
  renameSync(`${changes}.away`, changes);
  expect(await restoredTo(undefined), 'what came after the first restore').toEqual([
    'before',
    'since',
  ]);
  expect(await restoredTo(later), 'what the first restore left behind').toEqual([
    'after',
    'before',
  ]);
});

/** A second restore, from the same base. */
async function restoredTo(until: Date | undefined): Promise<string[]> {
  await restoreMoment(config, await open(), { ...moment, until, replaces: true });
  const engine = await startEmbedded(dataDir, () => {}, { settings: { fsync: 'off' } });
  return subscribers(engine.admin).finally(engine.stop);
}

const subscribe = (admin: pg.ClientConfig, name: string, meanwhile = 'select') =>
  withClient(admin, async (client) => {
    await client.query('begin');
    await client.query(
      `insert into public.newsletter_subscribers (email, consent_text)
        values ($1 || '@moment.example', 'I agree to this.')`,
      [name],
    );
    await client.query(meanwhile);
    await client.query('commit');
  });

/** What a restore writes then fills the piece in which it stops, and begins another. */
const untilEndOfPiece = `do $$
  declare
    room integer;
  begin
    loop
      room := 16777216 - mod(pg_current_wal_insert_lsn() - '0/0', 16777216);
      exit when room < 200;
      perform pg_logical_emit_message(false, 'test', repeat('x', room / 2));
    end loop;
  end $$`;

async function subscribers(admin: pg.ClientConfig): Promise<string[]> {
  const { rows } = await withClient(admin, (client) =>
    client.query<{ name: string }>(
      `select split_part(email, '@', 1) as name from public.newsletter_subscribers order by 1`,
    ),
  );
  return rows.map(({ name }) => name);
}

/** Between what was written before and what is written next. */
const momentOf = (admin: pg.ClientConfig): Promise<Date | undefined> =>
  withClient(admin, async (client) => {
    const wait = () => client.query('select pg_sleep(0.05)');
    await wait();
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    await wait();
    return rows[0]?.at;
  });

async function archive(admin: pg.ClientConfig) {
  const { rows } = await withClient(admin, (client) =>
    client.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name'),
  );
  await expect.poll(() => existsSync(join(changes, rows[0]?.name ?? ''))).toBe(true);
}

/** A disk that disappears and comes back. */
async function tellsWhereChangesAreNotArchived(admin: pg.ClientConfig) {
  const database = openDatabase(await migrate(admin), 1);
  const openAlarms = async () => {
    await tellOfChanges(database);
    return ask(`select facts ->> 'last' is not null as "wasKept" from staff.alarms
      where kind = 'changes' and over_at is null`);
  };
  const ask = (text: string) =>
    withClient(admin, async (client) => (await client.query(text)).rows);
  const change = () =>
    ask(`select pg_logical_emit_message(false, 'test', 'a change'), pg_switch_wal()`);
  try {
    await change();
    const kept = 'select archived_count > 0 as kept from pg_stat_archiver';
    await expect.poll(() => ask(kept)).toEqual([{ kept: true }]);
    expect(await openAlarms()).toEqual([]);
    renameSync(changes, `${changes}.away`);
    writeFileSync(changes, '');
    await change();
    await expect.poll(openAlarms).toEqual([{ wasKept: true }]);
    rmSync(changes);
    renameSync(`${changes}.away`, changes);
    await change();
    await expect.poll(openAlarms).toEqual([]);
    renameSync(changes, `${changes}.away`);
    writeFileSync(changes, '');
    await change();
    await expect.poll(openAlarms).toEqual([{ wasKept: true }]);
  } finally {
    await database.close();
  }
}

it.runIf(process.getuid?.() === 0)(
  'a folder of changes that PostgreSQL’s account cannot reach is refused at the start',
  () => {
    const closed = mkdtempSync(join(folder, 'closed-'));
    const others = readConfig({ DATA_DIR: dataDir, DATABASE_ARCHIVE: join(closed, 'changes') });
    expect(() => keepingChanges(others)).toThrow('may not enter a folder on the way to');
  },
);

/** Turning the setting off again must not leave an alarm for ever, although the last failure stays on record. */
async function tellsNothingWhereArchivingIsOff() {
  const engine = await startEmbedded(dataDir, () => {}, { settings: { fsync: 'off' } });
  const database = openDatabase(await migrate(engine.admin), 1);
  try {
    await tellOfChanges(database);
    const open = `select from staff.alarms where kind = 'changes' and over_at is null`;
    expect((await withClient(engine.admin, (client) => client.query(open))).rows).toEqual([]);
  } finally {
    await database.close();
    await engine.stop();
  }
}

it('a base with a path out of its folder is refused', async () => {
  const begin = { format: 1, at: new Date(), firstPiece: '0'.repeat(24), folders: ['base'] };
  const entry = (name: string, value: unknown): Entry => ({
    name,
    content: Buffer.from(JSON.stringify(value)),
  });
  for (const name of [
    'cluster/../../x@0',
    'cluster//etc/x@0',
    'cluster/base/../../../x@0',
    '../x',
  ]) {
    async function* entries() {
      yield entry('base.json', begin);
      yield entry(name, 'x');
    }
    await expect(
      restoreMoment(config, entries(), { ...moment, until: undefined, replaces: true }),
    ).rejects.toThrow('under a name that no cluster has');
  }
  async function* elsewhere() {
    yield entry('base.json', { ...begin, folders: ['../../outside'] });
  }
  await expect(
    restoreMoment(config, elsewhere(), { ...moment, until: undefined, replaces: true }),
  ).rejects.toThrow();
  expect(existsSync(join(folder, 'outside'))).toBe(false);
});
