import type { Database } from '#database/database.ts';
import type { Actor, Actors } from './actors.ts';
import { jobRow, storeJobs } from './jobs.ts';

type Person = Actor & { id: string };
type Role = 'admin' | 'recruiter' | 'viewer';

/** A company with a posting that takes applications here, and a team with the requested roles. */
export function createCompanies(actors: Actors, database: Database) {
  const write = (text: string, values: unknown[]) => database.asService.query({ text, values });

  async function company(title = 'Denials Analyst') {
    const admin = await actors.signedIn();
    const name = `Clinic ${admin.id}`;
    const [jobId = ''] = await storeJobs(database, [
      jobRow(admin.id, { company: name, title, applies_here: true, application_url: null }),
    ]);
    const { rows } = await database.asService.query<{ company_id: string }>({
      text: 'select company_id from public.jobs where id = $1',
      values: [jobId],
    });
    const id = rows[0]?.company_id ?? '';
    const join = async (role: Role): Promise<Person> => {
      const person = await actors.signedIn();
      await write('insert into public.company_members values ($1, $2, $3)', [id, person.id, role]);
      return person;
    };
    return { id, name, jobId, admin, join };
  }

  /** An open application of somebody with an account or of a guest; returns its id. */
  async function application(
    to: { id: string; name: string; jobId: string },
    changes: Record<string, unknown> = {},
  ): Promise<string> {
    const row: Record<string, unknown> = {
      job_id: to.jobId,
      job_title: 'Denials Analyst',
      company_id: to.id,
      company_name: to.name,
      name: 'Sample Applicant',
      email: `${crypto.randomUUID()}@people.example`,
      state: 'new',
      ...changes,
    };
    const columns = Object.keys(row);
    const { rows } = await database.asService.query<{ id: string }>({
      text: `insert into public.applications (${columns.join(', ')})
        values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
      values: Object.values(row),
    });
    return rows[0]?.id ?? '';
  }

  async function stored(id: string) {
    const { rows } = await database.asService.query<{
      state: string;
      answered_at: Date | null;
      looked_at: Date | null;
    }>({ text: 'select * from public.applications where id = $1', values: [id] });
    return rows[0];
  }

  async function events(id: string) {
    const { rows } = await database.asService.query<{ kind: string; state: string; words: string }>(
      {
        text: 'select kind, state, words from public.application_events where application_id = $1 order by id',
        values: [id],
      },
    );
    return rows;
  }

  return { company, application, stored, events };
}
