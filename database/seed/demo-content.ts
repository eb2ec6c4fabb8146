import type { Database } from '../database.ts';
import { forgetSamples } from './demo-counter.ts';
import { demoPeople } from './demo-people.ts';

export type DemoContent = { people: number; jobs: number; candidates: number };

/** Mail to these domains is never handed to a mail server: nobody has such an address. */
export const demoDomains = ['demo.example', 'candidates.example', 'tidewater.example'] as const;

const ids = demoPeople.map(({ id }) => id);

/** The demo people, and the sample candidates, by the flag they were created with. */
const isDemo = `(u.id = any($1) or u.raw_app_meta_data ->> 'sample' = 'true')`;

export async function countDemoContent(database: Database): Promise<DemoContent> {
  const { rows } = await database.asService.query<DemoContent>({
    text: `select
        (select count(*)::int from auth.users as u where u.id = any($1)) as people,
        (select count(*)::int from public.jobs as j
          join auth.users as u on u.id = j.posted_by where ${isDemo}) as jobs,
        (select count(*)::int from public.candidate_profiles as p
          join auth.users as u on u.id = p.user_id where ${isDemo}) as candidates`,
    values: [ids],
  });
  return rows[0] ?? { people: 0, jobs: 0, candidates: 0 };
}

/** Marks a block of ours; an operator's own block ends at another time. */
const farAway = '9999-12-31T00:00:00Z';

/**
 * Nobody may sign in as a demo person any more: their password is in the README. They are blocked
 * like anybody an operator blocks, which every way of signing in checks, and their sessions end.
 */
export async function closeDemoPeople(database: Database) {
  await database.asService.transaction(async (session) => {
    const values = [ids];
    await session.query({
      text: `update auth.users as u set banned_until = '${farAway}', updated_at = now()
        where ${isDemo} and u.banned_until is distinct from '${farAway}'`,
      values,
    });
    await session.query({
      text: `delete from auth.sessions where user_id in (select u.id from auth.users as u where ${isDemo})`,
      values,
    });
  });
}

/** Back on a local site they are let in again. */
export async function openDemoPeople(database: Database) {
  await database.asService.query({
    text: `update auth.users as u set banned_until = null, updated_at = now()
      where ${isDemo} and u.banned_until = '${farAway}'`,
    values: [ids],
  });
}

const batch = 1_000;

/** Removes them with everything that belongs to their accounts: jobs, profiles, messages, files. */
export async function removeDemoContent(
  database: Database,
  report: (step: string) => void,
  { hasPayments = true } = {},
) {
  const found = await countDemoContent(database);
  report('Removing demo content');
  // First, so that nothing of it is kept as evidence.
  await database.asService.query({
    text: `delete from public.job_reports where job_id in (select j.id from public.jobs as j
      join auth.users as u on u.id = j.posted_by where ${isDemo})`,
    values: [ids],
  });
  await database.asService.query({
    text: 'select staff.forget_demo_reports($1)',
    values: [demoPeople[0].id],
  });
  await database.asService.query({ text: 'select staff.forget_demo_cases()' });
  await forgetSamples(database.asService);
  await database.asService.query({ text: 'select register.erase_samples()' });
  // Their payments were made in the sandbox of a local site: a task to cancel them here would fail
  // for forty hours.
  if (!hasPayments) {
    await database.asService.query({
      text: 'update public.subscriptions set customer_id = null where user_id = any($1)',
      values: [ids],
    });
  }
  // In batches: there may be a hundred thousand of each, and a query has half a minute.
  const remove = async (text: string) => {
    for (let last = batch; last === batch; ) {
      last = (await database.asService.query({ text, values: [ids, batch] })).rowCount;
    }
  };
  await remove(`delete from public.jobs where id in (select j.id from public.jobs as j
    join auth.users as u on u.id = j.posted_by where ${isDemo} limit $2)`);
  await remove(`delete from auth.users where id in (select u.id from auth.users as u
    where ${isDemo} limit $2)`);
  return found;
}
