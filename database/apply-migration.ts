import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from './start-error.ts';

export type Migration = { name: string; text: string; checksum: string; isRepeatable: boolean };

/** One after the other, pipelined: the client sends on without waiting for answers. */
export async function apply(client: pg.Client, files: readonly Migration[]) {
  await Promise.all(files.map(({ name, text }) => run(client, name, text)));
  await noteApplied(client, files);
}

async function run(client: pg.Client, name: string, text: string) {
  try {
    await client.query(text);
  } catch (error) {
    throw new StartError(`The migration ${name} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function noteApplied(client: pg.Client, files: readonly Migration[]) {
  await client.query(
    `insert into deploy.migrations (name, checksum) select * from unnest($1::text[], $2::text[])
      on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [files.map(({ name }) => name), files.map(({ checksum }) => checksum)],
  );
  await client.query("notify schema_changed, 'migrated'");
}

export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // On a lost connection there is nothing to roll back, and the first error says more.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** How long a statement may wait for a table lock: everybody behind it waits too. */
const longestWait = '2s';
const triesForLock = 150;

/**
 * A table that is in use for long, by a backup for example, is retried instead of waited for, so
 * that others do not queue up behind the waiting lock.
 */
export async function applyWhenFree(
  client: pg.Client,
  file: Migration,
  report: (step: string) => void,
) {
  // It blocks nobody, and a lock timeout while it waits for readers would throw away a long piece
  // of work.
  if (isOutside(file)) return applyOutside(client, file);
  await client.query(`set lock_timeout = '${longestWait}'`);
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await inTransaction(client, () => apply(client, [file]));
      } catch (error) {
        const { cause } = error as Error;
        const isTaken = cause instanceof Error && 'code' in cause && cause.code === '55P03';
        if (!isTaken || tries >= triesForLock) throw error;
        if (tries === 1) report(`${file.name} waits for a table that somebody uses`);
        await delay(2_000);
      }
    }
  } finally {
    await client.query('reset lock_timeout').catch(() => {});
  }
}

/** An index on a large table is built concurrently with writes, which a transaction cannot do. */
function isOutside({ text }: Migration): boolean {
  return text.startsWith('-- outside a transaction');
}

/** In an empty database nobody writes meanwhile. */
export function asFirst(file: Migration): Migration {
  if (!isOutside(file)) return file;
  return { ...file, text: file.text.replace(/\bconcurrently\b/gi, '') };
}

/** Each statement by itself; the first one removes what an interrupted run left behind. */
async function applyOutside(client: pg.Client, file: Migration) {
  for (const statement of file.text.split(/;\s*(?:\n|$)/)) {
    if (statement.trim()) await run(client, file.name, statement);
  }
  await noteApplied(client, [file]);
}
