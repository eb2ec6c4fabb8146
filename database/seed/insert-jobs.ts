import type { Session } from '../database.ts';

/** Inserts jobs in one query. All of them must have the same columns. */
export async function insertJobs(session: Session, jobs: readonly Record<string, unknown>[]) {
  const columns = Object.keys(jobs[0] ?? {}).join(', ');
  await session.query({
    text: `insert into public.jobs (${columns})
      select ${columns} from jsonb_populate_recordset(null::public.jobs, $1) on conflict do nothing`,
    values: [JSON.stringify(jobs)],
  });
}
