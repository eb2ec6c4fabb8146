import type { Database } from '#database/database.ts';
import type { asAdmin } from './engine.ts';

/** A job as the form writes it, for a poster. */
export function jobRow(postedBy: string, changes: Record<string, unknown> = {}) {
  return {
    title: 'Denials Analyst',
    company: 'Piedmont Valley Health',
    job_type: 'Full-time',
    location: 'Charlotte, NC',
    application_url: 'https://piedmont-valley.example/apply',
    description: 'Find the root causes behind payer denials and write the appeals.',
    contact_name: 'Sample Recruiter',
    contact_email: 'talent@piedmont-valley.example',
    posted_by: postedBy,
    ...changes,
  };
}

/** Stores jobs, bypassing the API, so that a test can choose their times; returns their ids. */
export async function storeJobs(database: Database, rows: Record<string, unknown>[]) {
  const ids: string[] = [];
  for (const row of rows) {
    const columns = Object.keys(row);
    const { rows: stored } = await database.asService.query<{ id: string }>({
      text: `insert into public.jobs (${columns.join(', ')})
        values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
      values: Object.values(row),
    });
    ids.push(stored[0]?.id ?? '');
  }
  return ids;
}

type AsAdmin = (work: Parameters<typeof asAdmin>[1]) => Promise<void>;

/**
 * Stores a job and many copies; returns all ids. Triggers run only for the first, because they take most of the time.
 */
export async function storeManyJobs(
  { database, asAdmin, isProjects }: { database: Database; asAdmin: AsAdmin; isProjects: boolean },
  row: Record<string, unknown>,
  count: number,
) {
  const ids = await storeJobs(database, [row]);
  await asAdmin(async (client) => {
    // A project's owner may not disable all triggers there are, only those of a table of theirs.
    await client.query(
      isProjects
        ? 'alter table public.jobs disable trigger user'
        : 'set session_replication_role = replica',
    );
    const columns = [...Object.keys(row), 'company_id'].join(', ');
    const { rows } = await client.query<{ id: string }>(
      `insert into public.jobs (${columns}) select ${columns} from public.jobs, generate_series(2, $2)
        where id = $1 returning id`,
      [ids[0], count],
    );
    ids.push(...rows.map(({ id }) => id));
    if (isProjects) await client.query('alter table public.jobs enable trigger user');
  });
  return ids;
}

/** For a test whose people post more than the limit. */
export async function postWithoutLimit(database: Database) {
  await database.asService.query({
    text: `select private.write_settings('{"jobs_per_day": 1000000}')`,
  });
}
