import type pg from 'pg';
import { inTurn } from '../in-turn.ts';

/** There only while indexes are missing: it is made and dropped together with them. */
const note = 'deploy.left_out_indexes';

/**
 * Very many rows are written without the indexes of the searches, which are made again afterwards in one
 * go: half the work. Meanwhile the site answers as ever, only slower. Their definitions are noted in the
 * transaction that drops them, so that what was cut off is put back by whoever seeds next, even if that leaves
 * out none.
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
