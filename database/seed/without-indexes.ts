import type pg from 'pg';
import { inTurn } from '../in-turn.ts';

/** Exists only while indexes are missing: it is created and dropped together with them. */
const note = 'deploy.left_out_indexes';

/**
 * Large numbers of rows are written without the search indexes, which are rebuilt afterwards in one
 * go: half the work. The site keeps answering meanwhile, only slower. The definitions are recorded
 * in the transaction that drops the indexes, so that the next seeding repairs an interrupted one,
 * even if it needs to drop none itself.
 */
export async function withoutIndexes(
  admin: pg.ClientConfig,
  names: readonly string[],
  report: (step: string) => void,
  work: () => Promise<void>,
) {
  await inTurn(admin, 'samples', async (client) => {
    await putBack(client, report);
    await leaveOut(client, names);
    try {
      await work();
    } finally {
      await putBack(client, report);
    }
  });
}

async function leaveOut(client: pg.Client, names: readonly string[]) {
  await inTransaction(client, async () => {
    await client.query({
      text: `create table ${note} (name, definition) as
        select name, pg_get_indexdef(name::regclass) from unnest($1::text[]) as name`,
      values: [names],
    });
    for (const name of names) await client.query(`drop index ${name}`);
  });
}

async function putBack(client: pg.Client, report: (step: string) => void) {
  const { rows } = await client.query(`select to_regclass('${note}') is not null as there`);
  if (!rows[0]?.there) return;
  report('Sorting the search');
  await inTransaction(client, async () => {
    await client.query(`set local maintenance_work_mem = '256MB'`);
    const { rows: missing } = await client.query<{ definition: string }>(
      `select definition from ${note}`,
    );
    for (const { definition } of missing) await client.query(definition);
    await client.query(`drop table ${note}`);
  });
}

async function inTransaction(client: pg.Client, work: () => Promise<void>) {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
