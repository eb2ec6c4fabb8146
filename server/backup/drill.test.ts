import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { keepNewErasures } from '#api/account/keep-erasures.ts';
import { createApi } from '#api/api.ts';
import { openDatabase } from '#database/database.ts';
import { isMigrated, migrate } from '#database/migrate.ts';
import { withClient } from '#database/open-client.ts';
import { createActors } from '#test/support/actors.ts';
import { asAdmin } from '#test/support/engine.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { createDiskFiles } from '../outside/files/disk.ts';
import { readConfig } from '../settings/config.ts';
import { describeSetUp } from '../settings/set-up.ts';
import { checkBackup } from './check-backup.ts';
import { keepErasures, readErasures } from './erasures.ts';
import { makeBackup } from './make-backup.ts';
import { newName } from './names.ts';
import { openStore } from './open-store.ts';
import { openBackup, pickBackup } from './pick-backup.ts';
import { type RestoreOptions, restore } from './restore.ts';

// The whole cycle: a site in use, a backup while it is used, its loss, a restore into an empty place.

const api = await openTestApi();
const { actors, admin, database, storage } = api;
const folder = mkdtempSync(join(tmpdir(), 'drill-'));
const elsewhere = join(folder, 'elsewhere');
const key = 'a long enough passphrase';
const config = readConfig({
  DATA_DIR: folder,
  BACKUP_TO: join(folder, 'backups'),
  BACKUP_KEY: key,
});
const store = openStore(config.backup);
const made: string[] = [];
afterAll(async () => {
  for (const name of made) {
    await asAdmin(inject('engine').admin, (client) =>
      client.query(`drop database ${name} with (force)`),
    );
  }
  rmSync(folder, { recursive: true });
});

async function emptyDatabase() {
  const name = `drill_${process.pid}_${made.length}_${Date.now().toString(36)}`;
  await asAdmin(inject('engine').admin, (client) => client.query(`create database ${name}`));
  made.push(name);
  return { ...inject('engine').admin, database: name };
}

async function picture(person: Awaited<ReturnType<typeof actors.signedIn>>) {
  const bucket = actors.staff.client.storage.from('drill');
  const { error } = await bucket.upload(`${person.id}/words`, `of ${person.id}`);
  expect(error).toBeNull();
}

writeFileSync(join(folder, 'keys.json'), '{"kept": "api"}', { mode: 0o600 });
writeFileSync(join(folder, 'credential-keys.json'), '["kept"]', { mode: 0o600 });
await actors.staff.client.storage.createBucket('drill');
const [stays, leaves] = [await actors.signedIn(), await actors.member()];
for (const person of [stays, leaves]) await picture(person);
const everywhere = 'Ünïcode\ttab\\N "quotes" 𝒜\nline';
await database.asService.query({
  text: `insert into public.newsletter_subscribers (email, consent_text, confirmed_at)
    values ('stays@drill.example', $1, now()), ('goes@drill.example', $1, now()), ('joins@drill.example', $1, now())`,
  values: [everywhere],
});
await database.asService.query({
  text: `insert into public.alerts (email, kind, search_id, consent_text, confirmed_at)
    values ('joins@drill.example', 'jobs', private.keep_search('jobs', '{"wanted": [{}]}'), $1, now())`,
  values: [everywhere],
});
await database.asService.query({
  text: `insert into public.candidate_profiles (user_id, headline, public_profile) values ($1, 'A coder', true)`,
  values: [stays.id],
});
const files = storage.files;
const make = () => makeBackup({ config, admin, files, store, hasFiles: true });

const first = await make();
const backup = await pickBackup(store, 'site');
const open = async () => openBackup(store, backup, key);
// After the backup: somebody deletes their account, a subscription ends, and somebody deletes their profile.
await database.asService.query({ text: 'select private.delete_account($1)', values: [leaves.id] });
await database.asService.query({
  text: "delete from public.newsletter_subscribers where email = 'goes@drill.example'",
});
expect(
  (await stays.client.from('candidate_profiles').delete().eq('user_id', stays.id)).error,
).toBeNull();
// Whom the backup knows only by their mailbox opens an account, and deletes it with all that came along.
await api.asAdmin(async (client) => {
  const { rows } = await client.query(
    `insert into auth.users (id, email, email_confirmed_at, email_proved_at)
      values (gen_random_uuid(), 'joins@drill.example', now(), now()) returning id`,
  );
  await client.query('select private.claim_alerts($1)', [rows[0].id]);
  const { rowCount } = await client.query('select from public.alerts where user_id = $1', [
    rows[0].id,
  ]);
  expect(rowCount).toBe(1);
  await client.query('select private.delete_account($1)', [rows[0].id]);
});
await api.asAdmin((client) =>
  client.query('update graphile_worker._private_jobs set run_at = now() where key is not null'),
);

describe('a backup', () => {
  it('holds rows, files and keys, and only its owner can read it', () => {
    expect(first).toMatchObject({ files: 2, gone: 0, removed: 0 });
    expect(first.rows).toBeGreaterThan(100);
    expect(statSync(join(folder, 'backups', first.name)).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(join(folder, 'backups', first.name)).toString('latin1');
    expect(bytes).not.toContain('drill.example');
  });

  it('proves complete when it is restored into a throwaway database', async () => {
    // One that was killed an hour ago, and one that has just begun.
    const [left, begun] = ['left', 'begun'].map((name) => join(folder, `backup-check-${name}`));
    for (const path of [left, begun]) mkdirSync(String(path));
    utimesSync(String(left), 0, 0);
    // One that another check is removing right now: its name still exists.
    const going = join(folder, 'backup-check-going');
    symlinkSync(join(folder, 'nowhere'), going);
    const found = await checkBackup(await open(), folder);
    expect(found).toMatchObject({ rows: first.rows, files: 2, keys: 2 });
    const after = readdirSync(folder).filter((name) => name.startsWith('backup-check-'));
    rmSync(going);
    expect(after.toSorted()).toEqual(['backup-check-begun', 'backup-check-going']);
  });

  it('is not restored beside the site when the disk has no room for it', async () => {
    const { value: begin } = await (await open()).next();
    const said = JSON.parse(begin.content.toString());
    expect(said.bytes).toBeGreaterThan(1e6);
    async function* larger() {
      yield { ...begin, content: Buffer.from(JSON.stringify({ ...said, bytes: 1e18 })) };
    }
    const before = readdirSync(folder);
    await expect(checkBackup(larger(), folder)).rejects.toThrow(/^There is no room for a second/);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('is known to the launch check', async () => {
    const setUp = describeSetUp(config, database, async () => []);
    // A backup dated in the future would hide until then that backups have stopped.
    const ahead = newName('site', new Date(Date.now() + 365 * 86_400_000), true);
    await api.asAdmin((client) =>
      client.query(
        `insert into private.backups select $1, place, began_at, ended_at + interval '1 year',
          bytes, rows, files, is_encrypted from private.backups`,
        [ahead],
      ),
    );
    const at = await setUp.readLastBackup();
    expect(at).toBeInstanceOf(Date);
    expect(Math.abs(Date.now() - Number(at))).toBeLessThan(600_000);
    // And a restore would quietly pick an old one instead of last night's.
    writeFileSync(join(folder, 'backups', ahead), '');
    await expect(pickBackup(store, 'site')).rejects.toThrow(`${ahead} is dated in the future`);
    expect(await pickBackup(store, 'site', { name: first.name })).toEqual(backup);
    await store.remove(ahead);
  });
});

describe('what is erased while the site runs', () => {
  it('is recorded beside the backups by the queue, as hashes of ids', async () => {
    const { rows } = await database.asService.query<{ subject: string }>({
      text: 'select subject from private.erasures order by subject',
    });
    const subjects = rows.map(({ subject }) => subject);
    expect(subjects.map((subject) => subject.split('-')[0])).toEqual([
      ...['account', 'account', 'alert', 'newsletter', 'newsletter', 'profile'],
    ]);
    expect(JSON.stringify(subjects)).not.toContain(leaves.id);
    const work = { database, keepErasures: (some: readonly string[]) => keepErasures(store, some) };
    await keepNewErasures(work);
    expect((await readErasures(store)).toSorted()).toEqual(subjects);
    await keepNewErasures({ ...work, keepErasures: async (some) => expect(some).toEqual([]) });
  });
});

const target = await emptyDatabase();
const to = {
  admin: target,
  files: createDiskFiles(join(elsewhere, 'files')),
  dataDir: elsewhere,
};
const options: RestoreOptions = {
  replaces: false,
  keepsSessions: false,
  erasures: await readErasuresOfAll(),
};

describe('a restore', () => {
  it('that is cut off leaves a database on which no site starts, and can be started again', async () => {
    async function* cutOff() {
      for await (const entry of await open()) {
        if (entry.name === 'sequences.json') throw new Error('cut off');
        yield entry;
      }
    }
    await expect(restore(async () => cutOff(), to, options)).rejects.toThrow('cut off');
    await expect(migrate(target)).rejects.toThrow('A restore into this database was cut off');
  });

  it('brings back everything but those erased since, and their files', async () => {
    const restored = await restore(open, to, options);
    expect(restored.erased).toEqual([
      { kind: 'account', erased: 1, failed: null },
      { kind: 'newsletter', erased: 2, failed: null },
      { kind: 'alert', erased: 1, failed: null },
      { kind: 'profile', erased: 1, failed: null },
    ]);
    const people = await ask(target, 'select id from auth.users where id = any ($1)', [
      [stays.id, leaves.id],
    ]);
    expect(people).toEqual([{ id: stays.id }]);
    expect(
      await ask(
        target,
        "select consent_text from public.newsletter_subscribers where email ~ 'drill'",
      ),
    ).toEqual([{ consent_text: everywhere }]);
    expect(await ask(target, 'select count(*)::int from public.subscriptions')).toEqual([
      { count: 0 },
    ]);
    await withClient(target, async (client) => {
      expect(await isMigrated((text) => client.query(text))).toBe(true);
    });
  });

  it('puts the keys where only their owner can read them', () => {
    const path = join(elsewhere, 'keys.json');
    expect(readFileSync(path, 'utf8')).toBe('{"kept": "api"}');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(join(elsewhere, 'credential-keys.json'))).toBe(true);
  });

  it('gives a working site: row-level security, triggers, keys, sequences', async () => {
    const login = await migrate(target);
    const own = openDatabase(login, 3);
    try {
      const call = createApi({
        ...api.dependencies,
        database: own,
        storage: { ...storage, files: to.files },
      });
      const again = createActors({ database: own, call });
      const content = await again.staff.client.storage.from('drill').download(`${stays.id}/words`);
      expect(await content.data?.text()).toBe(`of ${stays.id}`);
      const person = await again.signedIn();
      const { data } = await person.client.from('subscriptions').select('user_id');
      expect(data).toEqual([]);
      const shape = (client: typeof admin) =>
        ask(
          client,
          `select (select count(*)::int from pg_constraint where contype = 'f' and convalidated) as keys,
            (select count(*)::int from pg_trigger where not tgisinternal and tgenabled = 'O') as triggers,
            (select count(*)::int from pg_class where relrowsecurity) as secured`,
        );
      expect(await shape(target)).toEqual(await shape(admin));
      const [ahead] = await ask<{ is_ahead: boolean }>(
        target,
        `select coalesce(max(id), 0) <= (select last_value from queue.outbox_id_seq) as is_ahead from queue.outbox`,
      );
      expect(ahead?.is_ahead).toBe(true);
    } finally {
      await own.close();
    }
  });

  it('revives nothing that has ended since: everybody signs in again', async () => {
    expect(
      await ask(target, 'select user_id from auth.sessions where user_id = $1', [stays.id]),
    ).toEqual([]);
  });

  it('does not overwrite a site unless told to', async () => {
    await expect(restore(open, to, options)).rejects.toThrow(
      'There is a site in this database already',
    );
    const peopleOf = () => ask<{ id: string }>(target, 'select id from auth.users');
    const people = await peopleOf();
    const anotherKey = () => openBackup(store, backup, 'not the passphrase it has');
    async function* damaged() {
      for await (const entry of await open()) if (entry.name !== 'end.json') yield entry;
    }
    for (const bad of [anotherKey, async () => damaged()]) {
      await expect(restore(bad, to, { ...options, replaces: true })).rejects.toThrow(
        /not the key|has no end.json/,
      );
      expect(await peopleOf()).toEqual(people);
    }
    writeFileSync(join(elsewhere, 'keys.json'), 'others');
    writeFileSync(join(elsewhere, 'credential-keys.json'), 'other credentials');
    // Keys set aside earlier are still there after another restore.
    const before = join(elsewhere, 'credential-keys.json.before-restore');
    writeFileSync(before, 'yet others');
    const { setAside } = await restore(open, to, {
      ...options,
      replaces: true,
      keepsSessions: true,
    });
    const asides = [join(elsewhere, 'keys.json.before-restore'), `${before}-2`];
    expect(setAside.toSorted()).toEqual(asides.toSorted());
    expect([...asides, before].map((path) => readFileSync(path, 'utf8'))).toEqual([
      'others',
      'other credentials',
      'yet others',
    ]);
    expect(
      await ask(target, 'select user_id from auth.sessions where user_id = $1', [stays.id]),
    ).toHaveLength(1);
  });
});

it('has met no bug on the way', () => expect(api.bugs).toEqual([]));

async function readErasuresOfAll() {
  const { rows } = await database.asService.query<{ subject: string }>({
    text: 'select subject from private.erasures',
  });
  return rows.map(({ subject }) => subject);
}

async function ask<Row>(
  client: typeof admin,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(client, async (each) => (await each.query(text, values)).rows);
}
