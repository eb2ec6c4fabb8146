import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrateQueue } from './queue.ts';
import { StartError } from './start-error.ts';

/** Any number that nothing else on the server locks. */
const migrationLock = 7_261_530_410;

const folders = ['platform', 'migrations'] as const;

/**
 * Brings the database to this version: each file once, in a transaction, with its checksum noted.
 * Processes that start together wait for each other. Answers how the site's server logs in.
 */
export async function migrate(
  admin: pg.ClientConfig,
  report: (step: string) => void = () => {},
  root = import.meta.dirname,
): Promise<pg.ClientConfig> {
  const client = new pg.Client({ ...admin, application_name: 'migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(`create schema if not exists deploy;
      create table if not exists deploy.migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      );
      create table if not exists deploy.login (
        only_row boolean primary key default true check (only_row),
        role text not null,
        password text not null
      )`);
    const applied = await appliedMigrations(client);
    for (const { name, text, checksum } of migrationFiles(root)) {
      const before = applied.get(name);
      if (before === checksum) continue;
      if (before) {
        throw new StartError(
          `The migration ${name} was changed after it had been applied to this database. Put the file back as it was and write the change as a new migration.`,
        );
      }
      report(`Migrating: ${name}`);
      await applyOne(client, name, text, checksum);
    }
    await migrateQueue(admin);
    return { ...admin, ...(await ensureLogin(client)) };
  } finally {
    await client.end(); // ends the lock too
  }
}

/** Whether every migration of this version is applied. */
export async function isMigrated(
  query: (text: string) => Promise<{ rows: { name: string; checksum: string }[] }>,
): Promise<boolean> {
  const { rows } = await query('select name, checksum from deploy.migrations');
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  return migrationFiles(import.meta.dirname).every(
    ({ name, checksum }) => applied.get(name) === checksum,
  );
}

function migrationFiles(root: string): { name: string; text: string; checksum: string }[] {
  return folders.flatMap((folder) => {
    const path = join(root, folder);
    const files = readdirSync(path).filter((file) => file.endsWith('.sql'));
    return files.sort().map((file) => {
      const text = readFileSync(join(path, file), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { name: `${folder}/${file}`, text, checksum };
    });
  });
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from deploy.migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function applyOne(client: pg.Client, name: string, text: string, checksum: string) {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into deploy.migrations (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ]);
    await client.query("notify schema_changed, 'migrated'");
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new StartError(`The migration ${name} failed: ${(error as Error).message}`);
  }
}

/**
 * The login role is no superuser, owns nothing and may only become the API's three roles. Its
 * password is made here and kept where only the owner of the database can read it, so that every
 * process of the site can log in without sharing a secret by hand.
 */
async function ensureLogin(client: pg.Client): Promise<{ user: string; password: string }> {
  const { rows } = await client.query<{ role: string; password: string }>(
    'select role, password from deploy.login',
  );
  const [known] = rows;
  if (known) return { user: known.role, password: known.password };

  const { rows: made } = await client.query<{ role: string; password: string }>(`
    insert into deploy.login (role, password) values (
      left(current_database(), 50) || '_login',
      replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
    ) returning role, password`);
  const [login] = made;
  if (!login) throw new Error('The login role was not noted.');
  const role = pg.escapeIdentifier(login.role);
  const password = pg.escapeLiteral(login.password);
  await client.query(`
    do $$ begin create role ${role} login noinherit; exception when duplicate_object then null; end $$;
    alter role ${role} with nosuperuser nocreatedb nocreaterole nobypassrls noinherit login password ${password};
    alter role ${role} set statement_timeout = '30s';
    alter role ${role} set idle_in_transaction_session_timeout = '10s';
    grant anon, authenticated, service_role to ${role} with inherit false, set true;
    grant usage on schema deploy to service_role;
    grant select (name, checksum) on deploy.migrations to service_role`);
  return { user: login.role, password: login.password };
}
