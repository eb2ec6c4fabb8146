import type pg from 'pg';
import { startEmbedded } from '#database/embedded/embedded.ts';
import { withClient } from '#database/open-client.ts';
import { runProgramFile } from '../../commands/run-program.ts';

const most = 20_000;

/**
 * A board of that many postings. The first twenty thousand are seeded like any samples; the rest
 * are copies of these at other times, inserted without triggers and with the indexes rebuilt
 * afterwards, which takes a fraction of the time.
 */
export async function seedBoard(dataDir: string, size: number) {
  const seeded = ['--jobs', String(Math.min(size, most))];
  const code = await runProgramFile('commands/seed.ts', seeded, { DATA_DIR: dataDir });
  if (code !== 0) throw new Error(`Seeding ended with ${code}.`);
  if (size <= most) return;
  const engine = await startEmbedded(dataDir, () => {});
  try {
    await withClient(engine.admin, (client) => multiply(client, Math.round(size / most) - 1));
  } finally {
    await engine.stop();
  }
}

async function multiply(client: pg.Client, times: number) {
  await client.query(`set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '512MB';
    set work_mem = '128MB'; set session_replication_role = replica`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select format('%I.%I', schemaname, indexname) as name, indexdef as definition from pg_indexes
      where (schemaname, tablename) in (('public', 'jobs'), ('private', 'job_search')) and indexname not like '%_pkey'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query({
    text: `create temporary table copies as
      select id, gen_random_uuid() as copy, now() - random() * interval '58 days' - created_at as later
      from public.jobs, generate_series(1, $1)`,
    values: [times],
  });
  await client.query('analyze copies');
  const jobs = await columnsOf(client, 'public.jobs');
  await client.query(`insert into public.jobs (${jobs}) select ${said(jobs)}
    from copies as c join public.jobs as s on s.id = c.id order by s.created_at + c.later`);
  const search = await columnsOf(client, 'private.job_search');
  await client.query(`insert into private.job_search (${search}) select ${said(search)}
    from copies as c join private.job_search as s on s.job_id = c.id join public.jobs as j on j.id = c.copy
    order by j.created_at`);
  for (const { definition } of indexes) await client.query(definition);
  for (const table of ['public.jobs', 'private.job_search']) {
    await client.query(`vacuum (analyze) ${table}`);
  }
}

async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(attname, ', ' order by attnum) as names from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  return rows[0]?.names ?? '';
}

function said(columns: string): string {
  const others: Record<string, string> = {
    id: 'c.copy',
    job_id: 'c.copy',
    created_at: 's.created_at + c.later',
    published_at: 's.published_at + c.later',
    ends_at: 'j.ends_at',
  };
  return columns
    .split(', ')
    .map((column) => others[column] ?? `s.${column}`)
    .join(', ');
}
