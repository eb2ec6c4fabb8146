import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { apply, applyWhenFree, asFirst, inTransaction, type Migration } from './apply-migration.ts';
import { checkLogin } from './check-login.ts';
import { inTurn } from './in-turn.ts';
import { keepOwnSettings, useOwnSettings } from './own-settings.ts';
import { migrateQueue } from './queue/queue.ts';
import { StartError } from './start-error.ts';

/**
 * In this order. Rules are generated from domain/ and applied again whenever they change. They come
 * last, so that a database whose migration failed keeps the rules that fit its tables.
 */
const folders = ['platform', 'migrations', 'rules'] as const;

/** Recorded in every database from before the migrations were regrouped by subject. */
const ofFormerSet = 'migrations/0001_jobs.sql';

/** Recorded in every Supabase project that has the exported migrations: decision 81. */
const ofSupabase = 'supabase';

/**
 * Brings the database to this version: the first set-up in one transaction, later each file in its
 * own, with its checksum recorded. A migration is applied once, a file of rules whenever it
 * changes. Processes that start together wait for each other. Returns how the site's server logs
 * in.
 */
export async function migrate(
  admin: pg.ClientConfig,
  report: (step: string) => void = () => {},
  root = import.meta.dirname,
  { only }: { only?: ReadonlySet<string> } = {},
): Promise<pg.ClientConfig> {
  return inTurn(
    { ...admin, pipeline: true },
    'migrate',
    async (client) => {
      await refuseOldServer(client);
      await client.query(useOwnSettings);
      if (!only) await refuseHalfRestored(client);
      const files = migrationFiles(root).filter(({ name }) => !only || only.has(name));
      const login = (await isEmpty(client))
        ? await setUp(client, admin, files, report)
        : await bringUpToDate(client, admin, files, report);
      const config = { ...admin, ...login };
      await checkLogin(config);
      await keepOwnSettings(client, config);
      return config;
    },
    report,
  );
}

async function refuseOldServer(client: pg.Client) {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  );
  const version = rows[0]?.version ?? 0;
  if (version >= 16) return;
  throw new StartError(
    `The database in DATABASE_URL is PostgreSQL ${version}; the site needs 16 or newer. Upgrade the server, or set DATABASE_URL to a newer one.`,
  );
}

/** A restore was interrupted, so some or all of its rows are missing. */
async function refuseHalfRestored(client: pg.Client) {
  const { rows } = await client.query<{ is_half: boolean }>(
    "select to_regclass('deploy.restoring') is not null as is_half",
  );
  if (!rows[0]?.is_half) return;
  throw new StartError(
    'A restore into this database was cut off. Run npm run restore again; it begins anew.',
  );
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('deploy.migrations') is not null as known",
  );
  return !rows[0]?.known;
}

/**
 * All or nothing, so that an interrupted start leaves nothing of ours behind. graphile-worker sets
 * up its own tables at the same time: it records its steps, each in a transaction, and resumes
 * where it was interrupted.
 */
async function setUp(
  client: pg.Client,
  admin: pg.ClientConfig,
  files: Migration[],
  report: (step: string) => void,
) {
  await refuseBareProject(client);
  await refuseStrangeTexts(client);
  await refuseWeakOwner(client);
  const own = inTransaction(client, async () => {
    // Function bodies are checked when they are called, and by the tests; checking them here would be a third of the work.
    await client.query(`set local check_function_bodies = off;
      create schema if not exists deploy;
      create table deploy.migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      );
      create table deploy.login (
        only_row boolean primary key default true check (only_row),
        role text not null,
        password text not null
      )`);
    report(`Setting up its tables (${files.length} files)`);
    await apply(client, files.map(asFirst));
    return ensureLogin(client);
  });
  const queue = migrateQueue(admin);
  await Promise.allSettled([own, queue]);
  await queue;
  return own;
}

/**
 * A Turkish locale lowercases I to ı, and plain C leaves Ä as it is, so searches would miss names. Databases
 * that were already set up this way are left alone.
 */
async function refuseStrangeTexts(client: pg.Client) {
  const { rows: kept } = await client.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  );
  const encoding = kept[0]?.encoding;
  if (encoding !== 'UTF8') {
    throw new StartError(
      `The database in DATABASE_URL stores text as ${encoding}, which cannot hold everything that people write. Make another, and name it there: create database site template template0 encoding 'UTF8'.`,
    );
  }
  const { rows: letters } = await client.query<{ are_usual: boolean }>(
    "select lower('IÄ') = 'iä' and upper('iä') = 'IÄ' as are_usual",
  );
  if (letters[0]?.are_usual) return;
  throw new StartError(
    "The database in DATABASE_URL lowercases letters by the rules of a locale that does not suit the site. Make another, and name it there: create database site template template0 encoding 'UTF8' locale_provider icu icu_locale 'en-US'.",
  );
}

/** A Supabase project comes with the platform, and its owner may not create it. */
async function refuseBareProject(client: pg.Client) {
  const { rows } = await client.query<{ is_project: boolean }>(
    "select to_regclass('auth.schema_migrations') is not null as is_project",
  );
  if (!rows[0]?.is_project) return;
  throw new StartError(
    'The database in DATABASE_URL is a Supabase project without the tables of this site. Push the migrations of npm run supabase:export first; docs/supabase.md says how.',
  );
}

const rolesOfSite = ['anon', 'authenticated', 'service_role', 'staff_keeper'];

/** Roles belong to the whole server: the owner must be able to create them, or have created them for another site there. */
async function refuseWeakOwner(client: pg.Client) {
  const { rows } = await client.query<{ name: string; may_make: boolean; foreign: string | null }>(
    `select me.rolname as name, me.rolsuper or (me.rolcreaterole and me.rolbypassrls) as may_make,
        (select string_agg(other.rolname, ', ' order by other.rolname) from pg_roles other
          where other.rolname = any ($1)
            and not pg_has_role(me.oid, other.oid, 'member with admin option')) as foreign
      from pg_roles me where me.rolname = current_user`,
    [rolesOfSite],
  );
  const [owner] = rows;
  if (owner?.foreign) {
    throw new StartError(
      `This PostgreSQL has roles of another site (${owner.foreign}), which "${owner.name}" may not give to anybody. Let one user own the databases of all sites of a server, or take another server.`,
    );
  }
  if (owner && !owner.may_make) {
    throw new StartError(
      `The user "${owner.name}" of the database may not make the roles that the site needs. As a superuser: alter role "${owner.name}" createrole bypassrls.`,
    );
  }
}

async function bringUpToDate(
  client: pg.Client,
  admin: pg.ClientConfig,
  files: Migration[],
  report: (step: string) => void,
) {
  const applied = await appliedMigrations(client);
  if (applied.has(ofFormerSet)) {
    throw new StartError(
      'The database was made by a development version whose migrations were written anew since: remove the data folder (DATA_DIR, or .data where it is not set; with DATABASE_URL, name an empty database instead) and start again.',
    );
  }
  const isBehind = isOfNewer(applied, files);
  for (const file of files) {
    const before = applied.get(file.name);
    if (before === file.checksum) continue;
    // Old rules may not fit newer tables, and would replace the newer version's rules for that
    // version too.
    if (before && isBehind && file.isRepeatable) continue;
    if (applied.has(ofSupabase)) {
      throw new StartError(
        `The Supabase project in DATABASE_URL has another version of ${file.name} than this site. Write its migrations with npm run supabase:export and push them; docs/supabase.md says how.`,
      );
    }
    if (before && !file.isRepeatable) {
      throw new StartError(
        `The migration ${file.name} was changed after it had been applied to this database. Put the file back as it was and write the change as a new migration.`,
      );
    }
    report(`Migrating: ${file.name}`);
    await applyWhenFree(client, file, report);
  }
  await migrateQueue(admin);
  return inTransaction(client, () => ensureLogin(client));
}

/** Whether a newer version has run here: this is a rollback, or an old process restarted during an upgrade. */
function isOfNewer(applied: ReadonlyMap<string, string>, files: readonly Migration[]): boolean {
  const known = new Set(files.map(({ name }) => name));
  return [...applied.keys()].some(
    (name) => /^(platform|migrations)\//.test(name) && !known.has(name),
  );
}

/**
 * Whether every migration of this version is applied. The rules may be another version's, as during an upgrade, when
 * both versions run: if neither counted as ready then, there would be nobody left to serve.
 */
export async function isMigrated(
  query: (text: string) => Promise<{ rows: { name: string; checksum: string }[] }>,
): Promise<boolean> {
  const { rows } = await query('select name, checksum from deploy.migrations');
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  return migrationFiles(import.meta.dirname).every(({ name, checksum, isRepeatable }) =>
    isRepeatable ? applied.has(name) : applied.get(name) === checksum,
  );
}

export function migrationFiles(root = import.meta.dirname): Migration[] {
  return folders.flatMap((folder) => {
    const path = join(root, folder);
    const files = readdirSync(path).filter((file) => file.endsWith('.sql'));
    return files.sort().map((file) => {
      const text = readFileSync(join(path, file), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      return { name: `${folder}/${file}`, text, checksum, isRepeatable: folder === 'rules' };
    });
  });
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from deploy.migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/**
 * The login role is not a superuser, owns nothing and may only become the API's three roles. Its
 * password is generated here and stored where only the owner of the database can read it, so that every
 * process of the site can log in without sharing a secret by hand.
 */
async function ensureLogin(client: pg.Client): Promise<{ user: string; password: string }> {
  const { rows } = await client.query<{ role: string; password: string; there: boolean }>(
    `select role, password, exists (select from pg_roles where rolname = role) as there
     from deploy.login`,
  );
  const [known] = rows;
  // A database restored from another server by a dump has the record, but not the role.
  const login = known ?? (await noteLogin(client));
  if (!known?.there) await makeLogin(client, login);
  return { user: login.role, password: login.password };
}

async function noteLogin(client: pg.Client): Promise<{ role: string; password: string }> {
  const { rows } = await client.query<{ role: string; password: string }>(`
    insert into deploy.login (role, password) values (
      left(current_database(), 50) || '_login',
      replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
    ) returning role, password`);
  const [login] = rows;
  if (!login) throw new Error('The login role was not noted.');
  return login;
}

async function makeLogin(client: pg.Client, login: { role: string; password: string }) {
  const role = pg.escapeIdentifier(login.role);
  const password = pg.escapeLiteral(login.password);
  await client.query(`
    do $$ begin create role ${role} login noinherit; exception when duplicate_object then null; end $$;
    alter role ${role} with noinherit login password ${password};
    alter role ${role} set statement_timeout = '30s';
    alter role ${role} set idle_in_transaction_session_timeout = '10s';
    grant anon, authenticated, service_role to ${role} with inherit false, set true;
    grant usage on schema deploy to service_role;
    grant select (name, checksum) on deploy.migrations to service_role`);
}
