import { describe, expect, it } from 'vitest';
import { staffRoles } from '#domain/staff/staff.ts';
import type { Actor } from '#test/support/actors.ts';
import { createAttempts } from '#test/support/attempts.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { subjects } from '../subjects.ts';
import { callers, functions, type StaffCaller, tables } from './fixture/expectations.ts';
import {
  dangerous,
  findCalls,
  findCallsOnKnown,
  ofOwners,
  ofViewers,
  onOthers,
  type SqlCall,
} from './fixture/in-sql.ts';

const api = await openTestApi();
const { attempt, refusal } = createAttempts(api);
const staffActor = createStaffActors(api);
const known = await staffActor('viewer');
const people: Record<StaffCaller, Actor> = {
  visitor: api.actors.anonymous,
  person: await api.actors.signedIn(),
  member: await api.actors.member(),
  viewer: await staffActor('viewer'),
  staff: await staffActor('staff'),
  owner: await staffActor('owner'),
  aal1: await staffActor('owner', { level: 'aal1' }),
  idle: await staffActor('owner', { shownAgo: '61 minutes' }),
};
await api.asAdmin(async (client) => {
  await client.query(`begin;
    insert into staff.invitations (email, role) values ('known@people.example', 'viewer');
    insert into staff.notes (user_id, author_id, words) values ('${known.id}', '${known.id}', 'Known.');
    insert into staff.newsletters (subject, text) values ('Known', 'Words');
    insert into staff.launch_confirmations (name) values ('known');
    insert into staff.launched_anyway (reason) values ('known');
    insert into staff.words (kind, version, first_hash) values ('known', 1, repeat('0', 64));
    insert into staff.word_drafts (kind, content, based_on) values ('known', '{}', 0);
    select staff.write_launch_points('[{"name": "known", "state": "red", "found": ""}]', false);
    select staff.count_figures();
    select staff.append('command', null, null, 'appoint', '', '', 'why', null, null);
    select staff.append('command', null, null, 'set-alarm-webhook', '', '', null, null, null);
    insert into public.subscriptions (user_id, customer_id, subscription_id, status)
      values ('${known.id}', 'cus_known', 'sub_known', 'active');
    update public.subscriptions set cancel_at_period_end = true where user_id = '${known.id}';
    insert into public.jobs (title, company, location, application_url, description, contact_name, contact_email, posted_by)
      values ('Known coder', 'Known', 'Durham, NC', 'https://known.example/apply', repeat('Known words. ', 20), 'Kim', 'kim@known.example', '${known.id}');
    select private.count_companies();
    insert into staff.payment_acts (id, user_id, customer_id, kind, subscription_id, reason, asked_by)
      values (gen_random_uuid(), '${known.id}', 'cus_known', 'cancel-at-end', 'sub_known', 'known', '${known.id}');
    select staff.append('command', null, null, 'cancel-membership', 'person', '${known.id}', 'why', null, null);
    select staff.keep_mail('signup', 'known@people.example', 'sent', null, 'Known', 'Known');
    with known as (
      insert into public.companies (slug, name) values ('known-claimant', 'Known Claimant') returning id)
      insert into staff.company_cases (kind, company_id, claim) select 'check', id, 'Known Claimant' from known;
    insert into staff.alarms (kind) values ('queue');
    select staff.add_answer_times('[{"route": "/", "answers": 1, "slow": 0, "failed": 0, "milliseconds": 1}]');
    insert into staff.alarm_webhook (url) values ('https://chat.example/known');
    commit;
    select staff.add_report(
      staff.open_case('job', gen_random_uuid(), null, '', 'Reported', null), null, 'scam', null, now())`);
});

const named = (text: string) => text.replaceAll('$known', `'${known.id}'`);
const rank = (caller: string) => [...staffRoles].reverse().indexOf(caller as never);
const may = (caller: StaffCaller, from: string) =>
  from !== 'nobody' && from !== 'link' && rank(caller) >= rank(from);

/** Everything in a response that must not differ between missing and hidden functions. */
async function ask(name: string, { headers }: Actor, method = 'POST') {
  const response = await api.fetch(`/functions/v1/${name}`, {
    method,
    headers,
    ...(method === 'POST' && { body: '{"id": 5, "token": "none"}' }),
  });
  return {
    status: response.status,
    headers: [...response.headers].filter(([header]) => header !== 'x-request-id'),
    body: await response.text(),
  };
}

/** The same for a function that does not exist, requested once by each caller. */
const nowhere = new Map<string, ReturnType<typeof ask>>();
function askNowhere(caller: StaffCaller, method: string) {
  const key = `${method} ${caller}`;
  const answer = nowhere.get(key) ?? ask('there-is-no-such-function', people[caller], method);
  nowhere.set(key, answer);
  return answer;
}

/**
 * Access is decided by one database function, which gets the lowest role. A project has the same one, so there only
 * owners call each function, and everybody else calls one for each role.
 */
function askedBy(caller: StaffCaller) {
  const all = Object.entries(functions);
  if (!api.isProjects || caller === 'owner') return all;
  return [...new Map(all.map((each) => [each[1], each])).values()];
}

describe.each(callers)('for a caller who is %s', (caller) => {
  const person = people[caller];

  it.each(askedBy(caller))('%s (from %s) answers, or does not exist', async (name, from) => {
    const answer = await ask(name, person);
    if (may(caller, from)) expect(answer.status).not.toBe(404);
    else expect(answer).toEqual(await askNowhere(caller, 'POST'));
    expect(await ask(name, person, 'GET')).toEqual(await askNowhere(caller, 'GET'));
  });

  it.each(Object.entries(tables))(
    '%s has the right permissions',
    async (table, { row, change, where, outcomes }) => {
      const [read, insert, update, remove] = outcomes;
      const rows = where ? ` where ${named(where)}` : '';
      const attempts: [string, string, string][] = [
        [read, 'read', `select 1 from staff.${table}${rows}`],
        [insert, 'insert', `insert into staff.${table} ${named(row ?? 'default values')}`],
        [update, 'update', `update staff.${table} set ${change ?? 'role = role'}${rows}`],
        [remove, 'remove', `delete from staff.${table}${rows}`],
      ];
      for (const [from, verb, text] of attempts) {
        const touched = await attempt(person, text);
        if (may(caller, from)) expect([verb, touched]).toEqual([verb, 'some']);
        else expect([verb, touched]).not.toEqual([verb, 'some']);
      }
    },
  );

  it('the table API knows no such schema', async () => {
    const response = await api.fetch('/rest/v1/log', {
      headers: { ...person.headers, 'accept-profile': 'staff' },
    });
    expect(response.status).toBe(406);
    expect((await api.fetch('/rest/v1/log', { headers: person.headers })).status).toBe(404);
  });
});

it('what staff call in SQL asks who calls, whoever has asked before', async () => {
  let calls: SqlCall[] = [];
  let found: SqlCall[] = [];
  await api.asAdmin(async (client) => {
    calls = await findCalls(client);
    found = await findCallsOnKnown(client);
  });
  /** Those that are refused to this caller with this code. What another does is undone. */
  async function refused({ caller, id }: Actor, code: string, tried = calls) {
    const names = tried.map(([name, call]) =>
      api.database
        .asCaller(caller, async (session) => {
          await session.query({ text: call.replaceAll('$me', `'${id}'`) });
          throw new Error('undo');
        })
        .catch((error: { code?: string }) => (error.code === code ? [name] : [])),
    );
    return (await Promise.all(names)).flat().toSorted();
  }
  const names = calls.map(([name]) => name).toSorted();
  const late = await staffActor('owner', { shownAgo: '6 minutes' });
  expect(await refused(people.person, 'SF404')).toEqual(names);
  expect(await refused(people.person, 'SF404', found)).toHaveLength(4);
  expect(await refused(people.viewer, 'SF404')).toEqual(
    names.filter((name) => !ofViewers.includes(name)),
  );
  expect(await refused(people.staff, 'SF404')).toEqual(expect.arrayContaining(ofOwners));
  expect(await refused(late, 'SF403')).toEqual(dangerous);
  expect(await refused(people.owner, 'SF409')).toEqual(onOthers);
});

describe('the log', () => {
  it.each([
    `insert into staff.blocks (user_id, blocked_by, membership) values ($known, $known, 'keep')`,
    `insert into staff.factor_helps (user_id, asked_by, waits) values ($known, $known, '1 hour')`,
    `insert into staff.exports (user_id, asked_by) values ($known, $known)`,
    `update staff.cases set version = version + 1, acted_by = $known`,
    `update staff.company_cases set decision = 'approved', decided_at = now(), decided_by = $known`,
    `update staff.payment_acts set state = 'done'`,
    'delete from staff.word_drafts',
    `insert into staff.words (kind, version, first_hash) values ('known', 2, repeat('0', 64))`,
  ])('must have an entry for what functions write: %s', async (text) => {
    expect(await refusal(named(text))).toBe('SF500');
  });

  it.each([
    `update staff.log set act = 'nothing'`,
    'delete from staff.log',
    'truncate staff.log cascade',
    `update staff.log_details set reason = 'nothing'`,
    'truncate staff.log_details',
  ])('cannot be changed by anybody: %s', async (text) => {
    expect(await refusal(text)).toBe('42501');
  });
});

it('is defined for every function, table and view', async () => {
  const hidden = subjects.flatMap((subject) => Object.keys(subject.hidden ?? {}));
  expect(hidden.toSorted()).toEqual(Object.keys(functions).toSorted());
  let names: string[] = [];
  await api.asAdmin(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'staff'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
    );
    names = rows.map(({ name }) => name);
  });
  expect(names.toSorted()).toEqual(Object.keys(tables).toSorted());
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
