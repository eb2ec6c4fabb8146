import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, inject, it, vi } from 'vitest';
import { asAdmin } from '#test/support/engine.ts';
import { asFirst } from './apply-migration.ts';
import { inTurn } from './in-turn.ts';
import { isMigrated, migrate } from './migrate.ts';
import { StartError } from './start-error.ts';

const { admin } = inject('engine');
const name = `migrate_${Date.now().toString(36)}`;
const fresh = { ...admin, database: name };
await asAdmin(admin, (client) => client.query(`create database ${name}`));
afterAll(() => asAdmin(admin, (client) => client.query(`drop database ${name} with (force)`)));

const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
for (const part of ['platform', 'migrations', 'rules']) {
  cpSync(join(import.meta.dirname, part), join(folder, part), { recursive: true });
}
afterAll(() => rmSync(folder, { recursive: true }));

it('lets two processes start together and applies each migration once', async () => {
  const steps: string[] = [];
  const logins = await Promise.all([
    migrate(fresh, (step) => steps.push(step), folder),
    migrate(fresh, (step) => steps.push(step), folder),
  ]);
  expect(steps.toSorted()).toEqual([
    expect.stringMatching(/^Setting up its tables \(\d{3} files\)$/),
    expect.stringMatching(/^Waiting for connection \d+ of PostgreSQL \(since /),
  ]);
  expect(logins[0]).toEqual(logins[1]);
});

it('leaves no function that PostgreSQL would reject if it checked bodies, which a first set-up skips', async () => {
  await asAdmin(fresh, async (client) => {
    const { rows } = await client.query<{ name: string; text: string }>(
      `select oid::regprocedure::text as name, pg_get_functiondef(oid) as text from pg_proc
        where prokind <> 'a' and pronamespace::regnamespace::text !~ '^(pg_.*|information_schema)$'`,
    );
    expect(rows.length).toBeGreaterThan(500);
    const refused: string[] = [];
    await client.query('begin');
    for (const { name, text } of rows) {
      await client.query('savepoint look');
      await client.query(text).catch(async ({ message }: Error) => {
        refused.push(`${name}: ${message}`);
        await client.query('rollback to look');
      });
    }
    await client.query('rollback');
    expect(refused).toEqual([]);
  });
});

it('applies nothing the second time', async () => {
  const steps: string[] = [];
  await migrate(fresh, (step) => steps.push(step), folder);
  expect(steps).toEqual([]);
});

it('applies rules again whenever they changed', async () => {
  const file = join(folder, 'rules', 'messages.sql');
  const rules = readFileSync(file, 'utf8');
  const steps: string[] = [];
  const bringUp = () => migrate(fresh, (step) => steps.push(step), folder);
  const expectSentence = (sentence: string) =>
    asAdmin(fresh, async (client) => {
      const { rows } = await client.query(
        "select pg_get_functiondef('private.check_messages'::regproc) as text",
      );
      expect(rows[0].text).toContain(sentence);
    });
  writeFileSync(file, rules.replaceAll('2000', '2001'));
  await bringUp();
  await bringUp();
  await expectSentence('less than 2001 characters');
  writeFileSync(file, rules);
  await bringUp();
  await expectSentence('less than 2000 characters');
  expect(steps).toEqual(Array(2).fill('Migrating: rules/messages.sql'));
});

it('leaves the rules of a newer version, whose migrations are applied, and is ready beside it', async () => {
  const file = join(folder, 'rules', 'messages.sql');
  const rules = readFileSync(file, 'utf8');
  const next = join(folder, 'migrations', '9999_of_the_next_version.sql');
  const steps: string[] = [];
  const bringUp = () => migrate(fresh, (step) => steps.push(step), folder);
  writeFileSync(next, 'create table public.of_the_next_version ();');
  writeFileSync(file, rules.replaceAll('2000', '2002'));
  await bringUp();
  // The previous version: one of its processes restarts, or the upgrade is rolled back.
  rmSync(next);
  writeFileSync(file, rules);
  steps.length = 0;
  await bringUp();
  expect(steps).toEqual([]);
  await asAdmin(fresh, async (client) => {
    expect(await isMigrated((text) => client.query(text))).toBe(true);
    await client.query(`drop table public.of_the_next_version;
      delete from deploy.migrations where name = 'migrations/9999_of_the_next_version.sql'`);
  });
  await bringUp();
  expect(steps).toEqual(['Migrating: rules/messages.sql']);
});

it('names the migration that failed in a first set-up, although all are sent at once', async () => {
  const file = join(folder, 'migrations', '0011_broken.sql');
  writeFileSync(file, 'select 1/0;');
  const empty = { ...fresh, database: `${name}_empty` };
  await asAdmin(admin, (client) => client.query(`create database ${name}_empty`));
  await expect(migrate(empty, () => {}, folder)).rejects.toThrow(
    'The migration migrations/0011_broken.sql failed: division by zero',
  );
  rmSync(file);
  await asAdmin(admin, (client) => client.query(`drop database ${name}_empty with (force)`));
});

it('undoes a failed migration and names it', async () => {
  const file = join(folder, 'migrations', '9998_broken.sql');
  writeFileSync(file, 'create table public.half (id int); select 1/0;');
  await expect(migrate(fresh, () => {}, folder)).rejects.toThrow(
    'The migration migrations/9998_broken.sql failed: division by zero',
  );
  rmSync(file);
  await asAdmin(fresh, async (client) => {
    const { rows } = await client.query(`select to_regclass('public.half') as half`);
    expect(rows).toEqual([{ half: null }]);
  });
});

it('does not block others while somebody holds the table that it changes', async () => {
  const file = join(folder, 'migrations', '9997_waits.sql');
  writeFileSync(file, 'alter table public.jobs add column waited int;');
  const steps: string[] = [];
  await asAdmin(fresh, async (reader) => {
    await reader.query('begin; lock table public.jobs in access share mode');
    const migrated = migrate(fresh, (step) => steps.push(step), folder);
    await vi.waitUntil(() => steps.some((step) => /waits for a table/.test(step)), 60_000);
    await asAdmin(fresh, async (visitor) => {
      await visitor.query("set statement_timeout = '20s'");
      await visitor.query('select count(*) from public.jobs');
    });
    await reader.query('commit');
    await migrated;
    await reader.query('select waited from public.jobs');
  });
  rmSync(file);
});

it('builds an index concurrently with writes, outside a transaction, and in one go in an empty database', async () => {
  const file = join(folder, 'migrations', '9998_index.sql');
  const words = `-- outside a transaction
drop index concurrently if exists public.jobs_by_waited;
create index concurrently jobs_by_waited on public.jobs (waited);
`;
  writeFileSync(file, words);
  const steps: string[] = [];
  // A backup, for example: an index build waits for its end, and a timeout would start the build
  // over.
  await asAdmin(fresh, async (reader) => {
    await reader.query('begin isolation level repeatable read; select from public.jobs');
    const migrated = migrate(fresh, (step) => steps.push(step), folder);
    await delay(2_500);
    await reader.query('commit');
    await migrated;
  });
  expect(steps.filter((step) => step.includes('waits'))).toEqual([]);
  expect(asFirst({ name: '', text: words, checksum: '', isRepeatable: false }).text).not.toMatch(
    /concurrently/,
  );
  await asAdmin(fresh, async (client) => {
    const { rows } = await client.query(
      "select indisvalid from pg_index where indexrelid = 'public.jobs_by_waited'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });
  rmSync(file);
});

it('builds such an index even while another process waits for its turn', async () => {
  const turns: string[] = [];
  let second: Promise<unknown> | undefined;
  await inTurn(fresh, 'samples', async (client) => {
    second = inTurn(
      fresh,
      'samples',
      async () => turns.push('second'),
      (step) => turns.push(step),
    );
    await expect.poll(() => turns.length).toBe(1);
    await client.query('create index concurrently jobs_in_turn on public.jobs (waited)');
    turns.push('first');
  });
  await second;
  expect(turns).toEqual([expect.stringMatching(/^Waiting for connection \d+ /), 'first', 'second']);
});

it('says what to do with a database that has the former migrations', async () => {
  const note = (text: string) => asAdmin(fresh, (client) => client.query(text));
  await note("insert into deploy.migrations values ('migrations/0001_jobs.sql', 'of then')");
  const start = migrate(fresh, () => {}, folder);
  await expect(start).rejects.toThrow(StartError);
  await expect(start).rejects.toThrow(/^The database was made by .*: remove the data folder .*\.$/);
  await note("delete from deploy.migrations where checksum = 'of then'");
});

it('refuses a migration that was changed after it had been applied', async () => {
  const file = join(folder, 'migrations', '9999_later.sql');
  writeFileSync(file, 'select 1;');
  await migrate(fresh, () => {}, folder);
  writeFileSync(file, 'select 2;');
  await expect(migrate(fresh, () => {}, folder)).rejects.toThrow(
    /9999_later.sql was changed after it had been applied .* write the change as a new migration/,
  );
});
