import type { Database } from '../database.ts';
import { demoJobs } from './demo-jobs.ts';
import { demoPeople } from './demo-people.ts';

/** Adds the demo people and jobs that are not there yet, and changes nothing else. */
export async function seedDemo(database: Database, report: (step: string) => void) {
  const { rows } = await database.query<{ there: boolean }>({
    text: 'select exists (select from auth.users where id = $1) as there',
    values: [demoPeople[0].id],
  });
  if (rows[0]?.there) return;
  report('Adding demo content');
  await database.transaction(async (session) => {
    await session.query({
      text: `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data,
          raw_user_meta_data, created_at, updated_at)
        select id, 'authenticated', 'authenticated', email, now(),
          '{"provider":"email","providers":["email"]}', jsonb_build_object('full_name', name), now(), now()
        from jsonb_to_recordset($1) as person (id uuid, email text, name text)
        on conflict do nothing`,
      values: [JSON.stringify(demoPeople)],
    });
    await session.query({
      text: `insert into public.jobs (id, title, company, job_type, location, salary_range,
          application_deadline, application_url, description, requirements, benefits, contact_name,
          contact_email, contact_phone, created_at, posted_by)
        select id, title, company, job_type, location, salary_range, application_deadline,
          application_url, description, requirements, benefits, contact_name, contact_email,
          contact_phone, created_at, posted_by
        from jsonb_populate_recordset(null::public.jobs, $1)
        on conflict do nothing`,
      values: [JSON.stringify(demoJobs(42, new Date()))],
    });
  });
}
