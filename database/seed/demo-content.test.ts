import { describe, expect, it } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import {
  closeDemoPeople,
  countDemoContent,
  openDemoPeople,
  removeDemoContent,
} from './demo-content.ts';
import { demoPassword, demoPeople } from './demo-people.ts';
import { seedDemo } from './seed.ts';

const { actors, asAdmin, database, fetch, post } = await openTestApi();
const quiet = () => {};
await seedDemo(database, quiet);
const [employer] = demoPeople;

describe('demo content on a public site', () => {
  it('lets nobody in as one of its people in any way, and ends their sessions', async () => {
    const before = await signIn();
    expect(before.status).toBe(200);
    const { access_token, refresh_token } = await before.json();
    await ask('recover', { email: employer.email });
    const letter = await post.newestTo(employer.email);

    await closeDemoPeople(database);
    expect(await codeOf(signIn())).toBe('user_banned');
    expect(await codeOf(ask('token?grant_type=refresh_token', { refresh_token }))).toBe(
      'refresh_token_not_found',
    );
    const headers = { authorization: `Bearer ${access_token}` };
    expect(await codeOf(fetch('/auth/v1/user', { headers }))).toMatch(/banned|session/);
    const byCode = { type: 'recovery', email: employer.email, token: letter.code };
    expect(await codeOf(ask('verify', byCode))).toBe('user_banned');
    const [, token] = letter.link.match(/token=([^&]+)/) ?? [];
    const byLink = { type: 'recovery', token_hash: token };
    expect(await codeOf(ask('verify', byLink))).toBe('user_banned');

    await openDemoPeople(database);
    expect((await signIn()).status).toBe(200);
  });

  it('has a mail that bounced, to somebody who cannot sign in', async () => {
    await asAdmin(async (client) => {
      const { rows } = await client.query(`select m.recipient, u.email is not null as is_person
        from staff.mails as m left join auth.users as u on u.email = m.recipient where m.state = 'bounced'`);
      expect(rows).toEqual([{ recipient: 'reader@demo.example', is_person: false }]);
    });
  });

  it('is counted, and is removed completely without touching anybody else', async () => {
    const person = await actors.member();
    expect(await countDemoContent(database)).toEqual({ people: 5, jobs: 42, candidates: 25 });
    expect(await countSamples()).toEqual({ alarms: 3, drafts: 2, editions: 1, open: 3 });
    // What an owner finds in the lists of mails: marked as samples, and no trouble that would raise
    // an alarm.
    const left = async () => {
      let counted: object | undefined;
      await asAdmin(async (client) => {
        const { rows } =
          await client.query(`select (select count(*)::int from staff.mails where subject like 'Sample: %') as mails,
          (select count(*)::int from graphile_worker.jobs where last_error like 'Sample: %') as failed`);
        counted = rows[0];
      });
      return counted;
    };
    expect(await left()).toEqual({ mails: 3, failed: 1 });
    // As the payments sandbox leaves a member on a local site; a site without Stripe's keys cannot
    // look them up.
    await database.asService.query({
      text: `insert into public.subscriptions (user_id, customer_id) values ($1, 'cus_sandbox')
        on conflict (user_id) do update set customer_id = excluded.customer_id`,
      values: [employer.id],
    });
    expect(await removeDemoContent(database, quiet, { hasPayments: false })).toEqual({
      people: 5,
      jobs: 42,
      candidates: 25,
    });
    await asAdmin(async (client) => {
      const { rowCount } = await client.query(
        `select from graphile_worker.jobs where task_identifier = 'billing-close'`,
      );
      expect(rowCount).toBe(0);
    });
    expect(await countDemoContent(database)).toEqual({ people: 0, jobs: 0, candidates: 0 });
    expect(await countSamples()).toEqual({ alarms: 0, drafts: 0, editions: 0, open: 0 });
    expect(await left()).toEqual({ mails: 0, failed: 0 });
    const { rows } = await database.asService.query<{ id: string }>({
      text: 'select id from auth.users',
    });
    expect(rows).toEqual([{ id: person.id }]);
    await seedDemo(database, quiet);
    expect(await countDemoContent(database)).toEqual({ people: 5, jobs: 42, candidates: 25 });
    const { rowCount: closed } = await database.asService.query({
      text: 'select from private.closed_accounts where user_id = any($1)',
      values: [demoPeople.map(({ id }) => id)],
    });
    expect(closed).toBe(0);
  });

  it('shows its employer the candidates as soon as they have a membership', async () => {
    const { access_token } = await (await signIn()).json();
    const headers = { authorization: `Bearer ${access_token}` };
    const seen = async () =>
      (await fetch('/rest/v1/candidate_profiles?select=id', { headers }).then((r) => r.json()))
        .length;
    expect(await seen()).toBe(0);
    await database.asService.query({
      text: `insert into public.subscriptions (user_id, status, paid_until)
        values ($1, 'active', now() + interval '1 day')`,
      values: [employer.id],
    });
    expect(await seen()).toBeGreaterThan(20);
    await database.asService.query({
      text: 'delete from public.subscriptions where user_id = $1',
      values: [employer.id],
    });
  });

  it('has a team of two, whose company is proven while its people can sign in', async () => {
    const company = async () =>
      database.asService
        .query<{ domain: string | null; people: number }>({
          text: `select c.proven_domain as domain, count(*)::int as people
            from public.companies as c join public.company_members as m on m.company_id = c.id
            where c.slug = 'tidewater-regional-hospital' group by c.id`,
        })
        .then(({ rows }) => rows);
    expect(await company()).toEqual([{ domain: 'tidewater.example', people: 2 }]);
    await closeDemoPeople(database);
    expect(await company()).toEqual([{ domain: null, people: 2 }]);
    await openDemoPeople(database);
    expect(await company()).toEqual([{ domain: 'tidewater.example', people: 2 }]);
  });

  it('has applications in every open state, with answers, notes and stars, and sends none of them a mail', async () => {
    const { rows } = await database.asService.query({
      text: `select array_agg(a.state order by a.state) as states, bool_and(a.answers <> '[]') as answered,
          (select count(*)::int from public.application_notes) as notes,
          (select count(*)::int from public.application_stars) as stars,
          bool_and(a.name like 'Demo %' or a.name like '%(sample)') as marked
        from public.applications as a`,
    });
    expect(rows).toEqual([
      {
        states: ['declined', 'interview', 'new', 'new', 'new', 'offer', 'review'],
        answered: true,
        notes: 2,
        stars: 2,
        marked: true,
      },
    ]);
    let queued: unknown;
    await asAdmin(async (client) => {
      const { rows: jobs } = await client.query(
        `select task_identifier from graphile_worker.jobs
          where task_identifier in ('application-mail', 'recruiter-mail')`,
      );
      queued = jobs;
    });
    expect(queued).toEqual([]);
  });

  it('raises no alarm by its sample reports, while a real report does', async () => {
    const untold = async () => {
      let kinds: string[] = [];
      await asAdmin(async (client) => {
        await client.query("delete from staff.alarm_looks; select staff.look_for_alarms('[]')");
        const { rows } = await client.query<{ kind: string }>(
          'select kind from staff.take_alarms()',
        );
        kinds = rows.map(({ kind }) => kind);
      });
      return kinds;
    };
    expect(await untold()).toEqual([]);
    await database.asService.query({
      text: `insert into public.job_reports (job_id, reason)
        select id, 'scam' from public.jobs where posted_by = $1
          and id not in (select job_id from public.job_reports) limit 1`,
      values: [employer.id],
    });
    expect(await untold()).toEqual(['report']);
  });
});

async function codeOf(answer: Promise<Response>): Promise<string> {
  const { error_code } = await (await answer).json();
  return error_code;
}

function ask(path: string, body: object) {
  return fetch(`/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) });
}

function signIn() {
  return ask('token?grant_type=password', { email: employer.email, password: demoPassword });
}

/** What an owner finds under Alarms and Newsletter. Anything not over would be reported. */
async function countSamples() {
  let counted: unknown;
  await asAdmin(async (client) => {
    const { rows } = await client.query(`select
      (select count(*)::int from staff.alarms where about like '%sample%') as alarms,
      (select count(*)::int from staff.alarms where over_told_at is null) as open,
      (select count(*)::int from staff.newsletters where subject like 'Sample: %') as drafts,
      (select count(*)::int from public.newsletter_editions where subject like 'Sample: %') as editions`);
    [counted] = rows;
  });
  return counted;
}
