import { hash } from '@node-rs/argon2';
import type { Database, Session } from '../database.ts';
import { addDemoAwards, addDemoCandidates } from './demo-candidates.ts';
import { addDemoApplications, addDemoTeam } from './demo-company.ts';
import { openDemoPeople } from './demo-content.ts';
import { addSamples } from './demo-counter.ts';
import { demoJobs } from './demo-jobs.ts';
import { demoOwner, demoPassword, demoPeople } from './demo-people.ts';
import { insertJobs } from './insert-jobs.ts';
import { seedCandidates } from './sample-candidates.ts';

/**
 * Adds missing demo people and jobs, and changes nothing else. The demo people come last and all at
 * once, so that an interrupted start begins again.
 */
export async function seedDemo(database: Database, report: (step: string) => void) {
  const { rows } = await database.asService.query<{ there: boolean }>({
    text: 'select exists (select from auth.users where id = $1) as there',
    values: [demoPeople[0].id],
  });
  if (rows[0]?.there) return openDemoPeople(database);
  report('Adding demo content');
  // OWASP's parameters for argon2id, as for everybody who signs up.
  const hashing = hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const [password] = await Promise.all([hashing, seedCandidates(database, 24)]);
  const jobs = demoJobs(42, new Date());
  await database.asService.transaction(async (session) => {
    await forgetRemoval(
      session,
      jobs.map(({ id }) => id),
    );
    await session.query({
      text: `with person as (
          select id, email, jsonb_build_object('sub', id, 'email', email, 'full_name', name,
            'email_verified', true, 'phone_verified', false) as data
          from jsonb_to_recordset($1) as person (id uuid, email text, name text)
        ), account as (
          insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at,
            email_proved_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
          select id, 'authenticated', 'authenticated', email, $2, now(), now(),
            '{"provider":"email","providers":["email"]}', data, now(), now()
          from person on conflict do nothing
        )
        insert into auth.identities (user_id, provider, provider_id, identity_data)
        select id, 'email', id::text, data from person on conflict do nothing`,
      values: [JSON.stringify(demoPeople), password],
    });
    await insertJobs(session, jobs);
    await addDemoTeam(session);
    await addDemoCandidates(session);
    await addDemoApplications(session, jobs);
    await addDemoAwards(session);
    await reportDemoJobs(session);
    await session.query({ text: 'select staff.open_demo_owner($1)', values: [demoOwner.id] });
    await addSamples(session);
    await session.query({ text: 'select staff.add_demo_mails()' });
  });
}

/**
 * Gives the review queue something to show. Nobody is alerted: that only happens for later reports.
 */
async function reportDemoJobs(session: Session) {
  await session.query({
    text: `insert into public.job_reports (job_id, reason, note)
      select j.id, given.reason, given.note
      from (select id, row_number() over (order by created_at desc, id) as place from public.jobs
          where posted_by = $1 and hidden_at is null) as j
        join (values (3, 'misleading', 'The salary is half of what the interview said.'), (3, 'over', null),
          (7, 'scam', 'They wanted my bank details before the interview.'),
          (11, 'company', 'I could find no company of that name.')) as given (place, reason, note)
          on given.place = j.place`,
    values: [demoPeople[0].id],
  });
  await session.query({ text: 'select staff.know_demo_reports($1)', values: [demoPeople[0].id] });
}

/** Removed jobs stay removed for good, except for demo content that is wanted again. */
async function forgetRemoval(session: Session, jobIds: string[]) {
  await session.query({
    text: 'delete from public.removed_jobs where id = any($1)',
    values: [jobIds],
  });
  await session.query({
    text: 'delete from private.closed_accounts where user_id = any($1)',
    values: [demoPeople.map(({ id }) => id)],
  });
}
