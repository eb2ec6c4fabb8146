import { describe, expect, it } from 'vitest';
import { type Change, createFollowing } from '#test/support/follow-changes.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { openSockets } from '#test/support/test-sockets.ts';

const { call, actors, asAdmin, database, bugs } = await openTestApi();
const follow = createFollowing(actors, await openSockets(call));

await asAdmin((client) =>
  client.query(`
    create schema "Own Types";
    grant usage on schema "Own Types" to service_role;
    create type "Own Types"."Mood" as enum ('glad', 'sad');
    create domain public.leaf as json;
    create domain public.room as integer check (value > 0);
    create table public.trees (grove text, name text, city text, height integer,
      planted_at timestamptz not null default now(), tags text[] not null default '{a,b}',
      facts jsonb not null default '{"a": [1]}', price numeric(8, 2) not null default 19.5, is_old boolean default false,
      letter character(3) not null default 'x', mood "Own Types"."Mood" not null default 'glad', room public.room,
      notes json, papers json[] not null default '{}', leaf public.leaf, stands interval not null default '10 days', primary key (grove, name));
    alter table public.trees enable row level security;
    create policy "all see them" on public.trees for select using (true);
    grant select on public.trees to anon;
    create table public.grains (id bigint primary key, weight numeric, name text);
    alter table public.grains enable row level security;
    create policy "all see them" on public.grains for select using (true);
    grant select on public.grains to anon;
    select realtime.publish('public.grains');
    select realtime.publish('public.trees', sends_deletes => true)`),
);

const nameOf = (change: Change) => 'name' in change.new && change.new.name;

describe('a filter', () => {
  const rows = `('A', 'Durham', 10000), ('B', 'Cary', 20000), ('C', 'Durham, NC', 30000), ('D', null, null)`;
  const plant = (grove: string) =>
    database.asService.query({
      text: `insert into public.trees (grove, name, city, height)
        select $1::text, * from (values ${rows}, ('The end', null, null)) as v`,
      values: [grove],
    });

  it.each([
    ['city=eq.Durham', 'A'],
    ['city=neq.Durham', 'BC'],
    ['height=lt.20000', 'A'],
    ['height=lte.20000', 'AB'],
    ['height=gt.20000', 'C'],
    ['height=gte.20000', 'BC'],
    ['city=in.(Cary,"Durham, NC")', 'BC'],
    ['city=not.in.(Cary,Durham)', 'C'],
    ['height=gt.10000,height=lt.30000', 'B'],
    ['city=is.null', 'D'],
    ['city=not.is.null', 'ABC'],
    ['city=like.Dur%', 'AC'],
    ['city=ilike.%a_y', 'B'],
    ['city=isdistinct.Durham', 'BCD'],
    ['planted_at=gt.2020-01-01T00:00:00+02:00', 'ABCD'],
    ['planted_at=lt.2020-01-01', ''],
    ['tags=eq."{a,b}"', 'ABCD'],
    ['facts=eq.{"a":[1]}', 'ABCD'],
    ['price=gt.19.499,price=lt.19.501', 'ABCD'],
    ['letter=eq.x', 'ABCD'],
    ['is_old=is.false,letter=like.x%', 'ABCD'],
    ['is_old=is.unknown', ''],
    ['mood=eq.glad', 'ABCD'],
    ['papers=eq.{}', 'ABCD'],
    ['stands=eq.10 days', 'ABCD'],
    ['notes=is.null,notes=isdistinct.null', ''],
    ['', 'ABCD'],
  ])('%s lets %s pass', async (filter, wanted) => {
    const grove = crypto.randomUUID();
    const all = `grove=eq.${grove}`;
    const wish = { table: 'trees', filter: filter ? `${all},${filter}` : all };
    const { heard, settle } = await follow(actors.anonymous, wish);
    const marker = await follow(actors.anonymous, { table: 'trees', filter: all });
    await plant(grove);
    await marker.until((change) => nameOf(change) === 'The end');
    await settle();
    const passed = heard.map(nameOf).filter((name) => name !== 'The end');
    expect(passed.join('')).toBe(wanted);
  });

  it('of the key works for a deleted row, and no other does', async () => {
    const grove = crypto.randomUUID();
    await plant(grove);
    const wish = { table: 'trees', filter: `grove=eq.${grove},name=neq.B` };
    const { heard, until } = await follow(actors.anonymous, wish);
    const other = { table: 'trees', filter: `grove=eq.${grove},height=gt.0` };
    const deaf = await follow(actors.anonymous, other);
    await database.asService.query({
      text: 'delete from public.trees where grove = $1',
      values: [grove],
    });
    await until(({ old }) => 'name' in old && old.name === 'The end');
    await deaf.settle();
    // The insert may only arrive now.
    const removed = (changes: Change[]) =>
      changes.filter(({ eventType }) => eventType === 'DELETE').map(({ old }) => old);
    expect(removed(heard)).toEqual(['A', 'C', 'D', 'The end'].map((name) => ({ grove, name })));
    expect(removed(deaf.heard)).toEqual([]);
  });

  it.each([
    [{ table: 'jobs', filter: 'title=foo.x' }, 'Error parsing `filter` params: ["foo", "x"]'],
    [{ table: 'jobs', filter: 'undefined' }, 'Error parsing `filter` params: ["undefined"]'],
    [{ table: 'jobs', filter: 'title=in.x' }, '`in` filter value must be wrapped by parentheses'],
    [
      { table: 'jobs', filter: 'id=eq.x' },
      'Exception: ERROR 22P02 (invalid_text_representation) invalid input syntax for type uuid: "x"',
    ],
    [{ table: 'trees', filter: 'room=gt.-1' }, 'violates check constraint "room_check"'],
    [
      { table: 'jobs', filter: 'nothing=eq.x' },
      'Exception: ERROR P0001 (raise_exception) invalid column for filter nothing',
    ],
    // A filter names a column, not a path inside one.
    [{ table: 'trees', filter: 'facts->>a=eq.x' }, 'invalid column for filter facts->>a'],
    [
      { table: 'trees', filter: `height=in.(${Array(101).fill(1)})` },
      'too many values for `in` filter. Maximum 100',
    ],
    [{ table: 'trees', filter: Array(21).fill('height=gt.1').join() }, 'too many conditions'],
    [
      { table: 'trees', filter: 'is_old=is.old' },
      'invalid value for is filter: must be null, true, false, or unknown',
    ],
    [
      { table: 'trees', filter: 'city=is.true' },
      'ERROR P0001 (raise_exception) is true filter requires a boolean column, got text',
    ],
    [
      { table: 'trees', filter: 'height=like.1%' },
      'operator like is not supported on column height of type integer: operator does not exist: integer ~~ integer',
    ],
    [
      { table: 'trees', filter: 'letter=like.x,mood=not.ilike.g%' },
      'operator ilike is not supported on column mood of type "Own Types"."Mood": operator does not exist',
    ],
    // These types cannot be compared, or not in their JSON form: an error is better than silence.
    [
      { table: 'trees', filter: 'notes=eq.{}' },
      'operator eq is not supported on column notes of type json: operator does not exist: json = json',
    ],
    [
      { table: 'trees', filter: 'height=gt.1,notes=in.({},[])' },
      'operator in is not supported on column notes of type json: operator does not exist: json = json',
    ],
    [
      { table: 'trees', filter: 'leaf=neq.{}' },
      'operator neq is not supported on column leaf of type leaf',
    ],
    [
      { table: 'trees', filter: 'stands=gt.2 days' },
      'operator gt is not supported on column stands of type interval',
    ],
    [
      { table: 'trees', filter: 'mood=lte.sad' },
      'operator lte is not supported on column mood of type "Own Types"."Mood"',
    ],
    [{ table: 'jobs', select: ['nothing'] }, 'invalid column for select nothing'],
    [
      { table: 'blocks' },
      'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: *, schema: public, table: blocks, filters: [], select: nil]',
    ],
    [{ schema: 'auth', table: 'users' }, 'Please check Realtime is enabled'],
    [{ table: 'messages' }, 'Please check Realtime is enabled'],
  ])('or a table that cannot be used is reported: %j', async (wish, words) => {
    const { message } = await follow(actors.anonymous, wish);
    expect(message).toContain(words);
  });

  it('of a column that the caller may not read is refused', async () => {
    const { message } = await follow(await actors.signedIn(), {
      table: 'messages',
      filter: 'client_key=eq.00000000-0000-4000-8000-000000000000',
    });
    expect(message).toContain('invalid column for filter client_key');
  });
});

it.each([
  ['', '2 3 4'],
  ['id=eq.9007199254740993', '3'],
  ['id=neq.9007199254740993', '2 4'],
  ['id=in.(9007199254740993,9007199254740994)', '3 4'],
  ['id=gt.9007199254740993', '4'],
  ['id=lte.9007199254740993', '2 3'],
  ['weight=lt.1234567890123456.783', '2'],
  ['weight=eq.1234567890123456.7830', '3'],
])('numbers beyond Node’s precision are sent, and distinguished: %s', async (filter, wanted) => {
  const wish = { table: 'grains', ...(filter && { filter }) };
  const { heard, settle } = await follow(actors.anonymous, wish);
  const { until } = await follow(actors.anonymous, {
    table: 'grains',
    filter: 'name=eq.The end',
  });
  await asAdmin((client) =>
    client.query(`delete from public.grains; insert into public.grains values
      (9007199254740992, 1234567890123456.782, 2), (9007199254740993, 1234567890123456.783, 3),
      (9007199254740994, 1234567890123456.784, 4), (1, null, 'The end')`),
  );
  await until(() => true);
  await settle();
  const names = heard.map(nameOf).filter((name) => name !== 'The end');
  expect(names.join(' ')).toBe(wanted);
});

it('a table that was recreated is reported as unpublished until it is published again', async () => {
  const make = `create table public.anew (id integer primary key);
    alter table public.anew enable row level security;
    create policy "all see them" on public.anew for select using (true);
    grant select on public.anew to anon;`;
  const publish = `select realtime.publish('public.anew');`;
  const said = async () => (await follow(actors.anonymous, { table: 'anew' })).message;
  await asAdmin((client) => client.query(make + publish));
  await expect.poll(said).toBe('Subscribed to PostgreSQL');
  await asAdmin((client) => client.query(`drop table public.anew; ${make}`));
  await expect.poll(said).toContain('Please check Realtime is enabled');
  await asAdmin((client) => client.query(publish + publish));
  await expect.poll(said).toBe('Subscribed to PostgreSQL');
  const { until } = await follow(actors.anonymous, { table: 'anew' });
  await asAdmin((client) => client.query('insert into public.anew values (1)'));
  await until(({ new: row }) => 'id' in row && row.id === 1);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
