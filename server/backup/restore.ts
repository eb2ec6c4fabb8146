import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Files } from '#api/storage/files.ts';
import { migrate, migrationFiles } from '#database/migrate.ts';
import { withClient } from '#database/open-client.ts';
import { StartError } from '#database/start-error.ts';
import type { Entry } from './archive.ts';
import { fillFrom, readThrough } from './fill-from.ts';

export type RestoreOptions = {
  /** Replaces what is in the target. */
  replaces: boolean;
  /** Nobody has to sign in again: for a move, when nothing has changed since the backup. */
  keepsSessions: boolean;
  erasures: readonly string[];
};

export type Restored = {
  at: Date;
  rows: number;
  files: number;
  erased: { kind: string; erased: number; failed: string | null }[];
  /** Existing key files with other contents, which were set aside. */
  setAside: string[];
};

type Target = { admin: pg.ClientConfig; files: Files; dataDir: string };

/**
 * Restores a backup into an empty place. Until the last step is done, the database is marked as
 * incomplete and no site starts on it.
 */
export async function restore(
  open: () => Promise<AsyncGenerator<Entry>>,
  { admin, files, dataDir }: Target,
  options: RestoreOptions,
): Promise<Restored> {
  // Existing data is removed only for a backup that can be read to its end; with the wrong key or a
  // damaged file it cannot.
  await makeRoom(admin, options.replaces, async () => readThrough(await open()));
  const setAside: string[] = [];
  const erased: Restored['erased'] = [];
  let wanted = new Set<string>();
  const {
    begin,
    tables,
    files: written,
  } = await fillFrom(await open(), admin, {
    takeKeys: (name, content) => setAside.push(...writeKeys(join(dataDir, name), content)),
    async afterTables() {
      await migrate(admin, () => {}, undefined, { only: allMigrations() });
      await withClient(admin, async (client) => {
        erased.push(...(await eraseAgain(client, options.erasures)));
        await letGo(client, options.keepsSessions);
        wanted = await wantedFiles(client);
      });
    },
    // A file whose owner has been erased since is never written.
    async takeFile(key, content) {
      if (!wanted.has(key)) return;
      await files.put(key, new Uint8Array(content), 'application/octet-stream');
    },
  });
  await withClient(admin, (client) => client.query('drop table deploy.restoring'));
  const rows = Object.values(tables).reduce((all, { count }) => all + count, 0);
  return { at: begin.at, rows, files: written.count, erased, setAside };
}

async function makeRoom(
  admin: pg.ClientConfig,
  replaces: boolean,
  beforeItGoes: () => Promise<void>,
) {
  await withClient({ ...admin, application_name: 'restore' }, async (client) => {
    const { rows } = await client.query<{ is_site: boolean; is_half: boolean; others: number }>(
      `select to_regclass('deploy.migrations') is not null as is_site,
        to_regclass('deploy.restoring') is not null as is_half,
        (select count(*)::int from pg_stat_activity
          where datname = current_database() and usename = left(current_database(), 50) || '_login') as others`,
    );
    const [found] = rows;
    if (found?.is_site && !found.is_half && !replaces) {
      throw new StartError(
        'There is a site in this database already. Restore into an empty one, or add --replace: what is there is then deleted.',
      );
    }
    if (found && found.others > 0) {
      throw new StartError('A site is running on this database. Stop it first.');
    }
    const { rows: schemas } = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace
        where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')`,
    );
    if (found?.is_site && !found.is_half) await beforeItGoes();
    await client.query('begin');
    if (found?.is_site || found?.is_half) {
      for (const { name } of schemas) {
        await client.query(`drop schema ${pg.escapeIdentifier(name)} cascade`);
      }
      await client.query(
        'drop schema public cascade; create schema public; grant usage on schema public to public',
      );
    }
    await client.query('create schema if not exists deploy; create table deploy.restoring ()');
    await client.query('commit');
  });
}

const allMigrations = () => new Set(migrationFiles().map(({ name }) => name));

export async function eraseAgain(client: pg.Client, subjects: readonly string[]) {
  if (subjects.length === 0) return [];
  const { rows } = await client.query<Restored['erased'][number]>(
    'select kind, erased, failed from private.repeat_erasures($1)',
    [subjects],
  );
  return rows.filter(({ erased, failed }) => erased > 0 || failed !== null);
}

/**
 * What has ended or been used up since the backup would work again: sessions, links and codes. And
 * no worker from then still holds a task.
 */
export async function letGo(client: pg.Client, keepsSessions: boolean) {
  await client.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null;
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`,
  );
  if (keepsSessions) return;
  await client.query(
    'delete from auth.sessions; delete from auth.one_time_tokens; delete from auth.flow_state',
  );
}

export async function wantedFiles(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    `select bucket_id || '/' || id || '/' || version as key from storage.objects where parts is null
      union all select bucket_id || '/' || (part ->> 'file')
        from storage.objects, jsonb_array_elements(parts) as part where parts is not null`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Existing keys with other contents are set aside, never lost. */
export function writeKeys(path: string, content: Buffer): string[] {
  let aside = `${path}.before-restore`;
  for (let count = 2; existsSync(aside); count += 1) aside = `${path}.before-restore-${count}`;
  mkdirSync(dirname(path), { recursive: true });
  const isThere = existsSync(path);
  if (isThere && readFileSync(path).equals(content)) return [];
  if (isThere) renameSync(path, aside);
  writeFileSync(path, content, { mode: 0o600, flag: 'wx' });
  return isThere ? [aside] : [];
}
