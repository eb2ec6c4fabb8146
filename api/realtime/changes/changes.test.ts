import { describe, expect, it } from 'vitest';
import { createApi } from '#api/api.ts';
import type { Actor } from '#test/support/actors.ts';
import { createCandidates } from '#test/support/candidates.ts';
import { countStatements } from '#test/support/count-statements.ts';
import { type Change, createFollowing } from '#test/support/follow-changes.ts';
import { jobRow, postWithoutLimit, storeJobs } from '#test/support/jobs.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { openSockets } from '#test/support/test-sockets.ts';

const { call, actors, asAdmin, database, bugs, dependencies } = await openTestApi();
const here = await openSockets(call);
const elsewhere = await openSockets(createApi(dependencies));
const { candidate, send } = createCandidates(actors);
const follow = createFollowing(actors, here);
await postWithoutLimit(database);

await asAdmin((client) =>
  client.query(`
    create table public.lost (id integer primary key);
    alter table public.lost enable row level security;
    create policy "all see them" on public.lost for select using (true);
    grant select on public.lost to anon;
    select realtime.publish('public.lost')`),
);

const titleOf = (change: Change) => 'title' in change.new && change.new.title;
const headlineOf = (change: Change) => 'headline' in change.new && change.new.headline;

/** Everybody who follows jobs receives this one, after everything that came before it. */
async function tellTheEnd(title: string) {
  await storeJobs(database, [jobRow((await actors.signedIn()).id, { title })]);
}

describe('who receives which change', () => {
  it('depends on who may read the row now, in every process', async () => {
    const poster = await actors.signedIn();
    const [member, blocked, hiddenFrom] = [
      await actors.member(),
      await actors.member(),
      await actors.member(),
    ];
    const person = await candidate();
    const stranger = await actors.signedIn();
    await database.asService.queryAll([
      {
        text: 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)',
        values: [person.id, blocked.id],
      },
      {
        text: 'insert into public.profile_hides (user_id, company) values ($1, $2)',
        values: [person.id, `Practice ${hiddenFrom.id}`],
      },
    ]);
    const all: Record<string, Actor> = {
      visitor: actors.anonymous,
      poster,
      stranger,
      member,
      blocked,
      hiddenFrom,
      person,
      service: actors.staff,
    };
    const following = await Promise.all(
      Object.entries(all).map(
        async ([name, who], at) =>
          [name, await follow(who, {}, at % 2 === 0 ? here : elsewhere)] as const,
      ),
    );

    const [hidden = '', live = ''] = await storeJobs(database, [
      jobRow(poster.id, { title: 'Not yet', is_active: false }),
      jobRow(poster.id, { title: 'Live' }),
    ]);
    await database.asService.queryAll([
      {
        text: 'insert into public.job_activity (job_id, day, views) values ($1, current_date, 3)',
        values: [live],
      },
      {
        text: `update public.candidate_profiles set headline = 'New' where id = $1`,
        values: [person.profileId],
      },
    ]);
    await send(member, person, 'Good morning, we look for somebody.');
    await database.asService.queryAll([
      {
        text: 'update public.subscriptions set updated_at = now() where user_id = $1',
        values: [member.id],
      },
      // Nobody is told about these.
      {
        text: 'insert into public.saved_jobs (user_id, job_id) values ($1, $2)',
        values: [stranger.id, live],
      },
      {
        text: 'insert into public.message_settings (user_id) values ($1)',
        values: [stranger.id],
      },
    ]);
    // If a row is gone before anybody is checked against it, its changes are not reported.
    for (const [name, { until }] of following) {
      if (!['person', 'member', 'service'].includes(name)) continue;
      await until(({ table }) => table === 'candidate_profiles');
    }
    await database.asService.queryAll([
      { text: 'delete from public.blocks' },
      { text: 'delete from public.profile_hides' },
      { text: 'delete from public.candidate_profiles where user_id = $1', values: [person.id] },
      { text: 'delete from auth.users where id = $1', values: [stranger.id] },
      { text: 'delete from public.jobs where id = $1', values: [hidden] },
    ]);
    await tellTheEnd('The end');

    const told: Record<string, string[]> = {};
    for (const [name, { heard, until }] of following) {
      // The stranger's account is gone, and their socket with it.
      if (name === 'stranger') continue;
      await until((change) => titleOf(change) === 'The end');
      const words = heard.map(({ table, eventType }) => `${eventType} ${table}`);
      told[name] = [...new Set(words.slice(0, -1))].sort();
    }
    const everybody = ['DELETE jobs', 'INSERT jobs'];
    const conversation = ['INSERT conversations', 'INSERT messages', 'UPDATE conversations'];
    expect(told).toEqual({
      visitor: everybody,
      blocked: everybody,
      hiddenFrom: everybody,
      poster: [...everybody, 'INSERT job_activity'].sort(),
      person: [...everybody, ...conversation, 'UPDATE candidate_profiles'].sort(),
      member: [
        ...everybody,
        ...conversation,
        'UPDATE candidate_profiles',
        'UPDATE subscriptions',
      ].sort(),
      service: [
        ...everybody,
        ...conversation,
        'INSERT job_activity',
        'UPDATE candidate_profiles',
        'UPDATE subscriptions',
      ].sort(),
    });
    // Only the poster can see the job that is not live.
    const titles = (name: string) =>
      following
        .find(([one]) => one === name)?.[1]
        .heard.map(titleOf)
        .filter(Boolean);
    expect(titles('poster')).toEqual(['Not yet', 'Live', 'The end']);
    expect(titles('visitor')).toEqual(['Live', 'The end']);
  });

  it('ends with the right, by the next change', async () => {
    const member = await actors.member();
    const person = await candidate();
    const { heard, until } = await follow(member);
    const change = (headline: string) =>
      database.asService.query({
        text: 'update public.candidate_profiles set headline = $2 where id = $1',
        values: [person.profileId, headline],
      });
    await change('Seen');
    // Skips the insert of the profile, which may only arrive now.
    await until((one) => headlineOf(one) === 'Seen');
    await database.asService.query({
      text: 'insert into public.blocks (blocker_id, blocked_id) values ($1, $2)',
      values: [person.id, member.id],
    });
    await change('Not for them');
    await tellTheEnd('After the block');
    await until((one) => titleOf(one) === 'After the block');
    expect(heard.map(headlineOf)).not.toContain('Not for them');
  });
});

describe('a change', () => {
  it('contains the granted columns, and only the key of the old row', async () => {
    const poster = await actors.signedIn();
    const { heard, until, message } = await follow(actors.anonymous, { table: 'jobs' });
    expect(message).toBe('Subscribed to PostgreSQL');
    const [id = ''] = await storeJobs(database, [jobRow(poster.id, { title: 'The first' })]);
    await until(({ eventType }) => eventType === 'INSERT');
    await database.asService.query({
      text: `update public.jobs set title = 'Two' where id = $1`,
      values: [id],
    });
    await until(({ eventType }) => eventType === 'UPDATE');
    await database.asService.query({ text: 'delete from public.jobs where id = $1', values: [id] });
    await until(({ eventType }) => eventType === 'DELETE');
    const [inserted, updated, deleted] = heard;
    expect(inserted).toMatchObject({
      schema: 'public',
      table: 'jobs',
      eventType: 'INSERT',
      new: { id, title: 'The first', is_active: true },
      old: {},
      errors: null,
    });
    expect(inserted?.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { data } = await actors.anonymous.client.from('jobs').select().limit(1);
    const granted = Object.keys(data?.[0] ?? {}).sort();
    expect(Object.keys(inserted?.new ?? {}).sort()).toEqual(granted);
    expect(updated).toMatchObject({ eventType: 'UPDATE', new: { title: 'Two' }, old: { id } });
    expect(Object.keys(updated?.old ?? {})).toEqual(['id']);
    expect(deleted).toMatchObject({ eventType: 'DELETE', new: {}, old: { id } });
  });

  it('has the same format as the table API', async () => {
    const poster = await actors.signedIn();
    const { heard, until } = await follow(actors.anonymous, { table: 'jobs' });
    const [id = ''] = await storeJobs(database, [
      jobRow(poster.id, {
        title: 'Same',

        description: 'ä'.repeat(4_900),
      }),
    ]);
    await until((change) => titleOf(change) === 'Same');
    const { data } = await actors.anonymous.client.from('jobs').select().eq('id', id).single();
    expect(heard[0]?.new).toEqual(data);
  });

  it('contains the columns that are selected', async () => {
    const { heard, until } = await follow(actors.anonymous, {
      table: 'jobs',
      select: ['id', 'title'],
    });
    await tellTheEnd('Short');
    await until((change) => titleOf(change) === 'Short');
    expect(Object.keys(heard[0]?.new ?? {})).toEqual(['id', 'title']);
  });
});

it('takes one query for everybody who listens', async () => {
  const { counted, asked } = countStatements(database);
  const sockets = await openSockets(createApi({ ...dependencies, database: counted }));
  const people = await Promise.all(Array.from({ length: 5 }, () => actors.signedIn()));
  const following = await Promise.all(
    [...people, ...people, actors.anonymous, actors.anonymous].map((person) =>
      follow(person, { table: 'jobs' }, sockets),
    ),
  );
  asked.length = 0;
  await tellTheEnd('For all');
  await Promise.all(following.map(({ until }) => until((one) => titleOf(one) === 'For all')));
  expect(asked.filter((name) => name.startsWith('who_sees'))).toEqual(['who_sees_public_jobs']);
});

it('finds rows by their key, and one that changed twice in both places, for those who may read it', async () => {
  await asAdmin((client) =>
    client.query(`
      create table public.notes_of (id integer primary key, owner text);
      alter table public.notes_of enable row level security;
      create policy "own" on public.notes_of for select
        using (owner = current_setting('request.jwt.claims')::json ->> 'sub');
      grant select on public.notes_of to authenticated;
      insert into public.notes_of select n, case when n % 2 = 0 then 'even' else 'odd' end
        from generate_series(1, 400) as n;
      analyze public.notes_of;
      select realtime.publish('public.notes_of')`),
  );
  const people = ['odd', 'even', 'nobody'].map((sub) => JSON.stringify({ sub }));
  const keys = [7, 8, 7, 900, 400].map((id) => ({ id }));
  const { rows } = await database.asService.query({
    text: 'select caller, changed from realtime.who_sees_public_notes_of($1, $2, $3)',
    values: [people.map(() => 'authenticated'), people, JSON.stringify(keys)],
  });
  expect(rows).toEqual([
    { caller: 1, changed: [1, 3] },
    { caller: 2, changed: [2, 5] },
  ]);
});

it('of other tables is sent when one cannot be read', async () => {
  const { message } = await follow(actors.anonymous, { table: 'lost' });
  expect(message).toBe('Subscribed to PostgreSQL');
  const { until } = await follow(actors.anonymous, { table: 'jobs' });
  const poster = await actors.signedIn();
  await asAdmin((client) =>
    client.query('drop function realtime.who_sees_public_lost(text[], text[], jsonb)'),
  );
  const job = (title: string) => {
    const row = jobRow(poster.id, { title });
    const values = Object.values(row).map((value) => `'${value}'`);
    return `insert into public.jobs (${Object.keys(row)}) values (${values})`;
  };
  // The first is sent alone, and the others together.
  await asAdmin((client) =>
    client.query(`${job('Before it')}; insert into public.lost values (1); ${job('Beside it')}`),
  );
  await until((one) => titleOf(one) === 'Beside it');
  expect(bugs.splice(0)).toHaveLength(1);
});

it('is never missed unknowingly: after a gap everybody joins again', async () => {
  const late = here.connect().channel('late');
  const again = Promise.withResolvers<void>();
  let times = 0;
  late.on('postgres_changes', { event: '*', schema: 'public', table: 'jobs' }, () => {});
  await new Promise<void>((resolve) =>
    late.subscribe((status) => {
      if (status !== 'SUBSCRIBED') return;
      times += 1;
      if (times === 1) resolve();
      else again.resolve();
    }),
  );
  await asAdmin((client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ~ '^(listen|select 1)' and pid <> pg_backend_pid()`),
  );
  await again.promise;
});

it('causes no unexpected errors', () => {
  expect(bugs).toEqual([]);
});
