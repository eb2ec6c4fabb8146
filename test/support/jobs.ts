import type { Database } from '#database/database.ts';

/** A job as the form writes it, in the name of a poster. */
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

/** Stores jobs past the API, so that a test can choose their times; answers their ids. */
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

/** For a test whose people post more than people do. */
export async function postWithoutLimit(database: Database) {
  await database.asService.query({
    text: `select private.write_settings('{"jobs_per_day": 1000000}')`,
  });
}
