import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createApi } from '#api/api.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { openSockets } from '#test/support/test-sockets.ts';

const { asAdmin, database, bugs, dependencies } = await openTestApi();
const sockets = await openSockets(
  createApi({ ...dependencies, realtimeLimits: { beat: 200, gone: 2_000 } }),
);

await asAdmin((client) =>
  client.query(`
    create table public.states (name text primary key, is_away boolean not null default false,
      is_broken boolean not null default false, words text);
    insert into public.states values ('policy'), ('filter'), ('seen');
    grant select on public.states to anon, authenticated, service_role;
    create function public.look_at(subject text) returns boolean language plpgsql as $$
    begin
      if (select is_away from public.states where name = subject) then
        raise sqlstate '53200' using message = 'out of memory';
      elsif (select is_broken from public.states where name = subject) then
        raise 'broken';
      end if;
      return true;
    end $$;
    grant execute on function public.look_at(text) to anon, service_role;
    create domain public.kind as text check (public.look_at('filter'));
    create table public.readings (id integer primary key generated always as identity,
      kind public.kind, words text);
    alter table public.readings enable row level security;
    create policy "all see them" on public.readings for select using (public.look_at('policy'));
    grant select on public.readings to anon;
    grant all on public.states, public.readings to service_role;
    select realtime.publish('public.readings');
    alter table public.states enable row level security;
    create policy "all see them" on public.states for select using (true);
    select realtime.publish('public.states')`),
);

const set = (state: string, change: string) =>
  database.asService.query({ text: `update public.states set ${change} where name = '${state}'` });
const read = (words: string) =>
  database.asService.query({
    text: 'insert into public.readings (words) values ($1)',
    values: [words],
  });

let channels = 0;

/**
 * Follows a table as a visitor; records what is received, the server's messages about it, and each time it is joined.
 */
async function follow(table: string, filter?: string) {
  channels += 1;
  const heard: string[] = [];
  let waiting: { word: string; found: () => void }[] = [];
  const note = (word: string) => {
    heard.push(word);
    for (const { found } of waiting.filter((one) => one.word === word)) found();
    waiting = waiting.filter((one) => one.word !== word);
  };
  const channel = sockets.connect().channel(`missed ${channels}`);
  const wish = { event: '*', schema: 'public', table, filter } as const;
  channel.on('postgres_changes', wish, (change) => {
    if ('words' in change.new) note(String(change.new.words));
  });
  channel.on('system', {}, ({ message }: { message: string }) => note(message));
  channel.subscribe((status) => note(status));
  return {
    heard,
    until: (word: string) =>
      new Promise<void>((found) => {
        if (heard.includes(word)) found();
        else waiting.push({ word, found });
      }),
    next: (word: string) => new Promise<void>((found) => waiting.push({ word, found })),
  };
}

it('from a transaction that began before anybody listened and ended after somebody read the data', async () => {
  const changed = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  const writing = database.asService.transaction(async (session) => {
    await session.query({ text: `insert into public.readings (words) values ('long ago')` });
    changed.resolve();
    await looked.promise;
  });
  await changed.promise;
  const { until, next } = await follow('readings');
  await until('Subscribed to PostgreSQL');
  const joinedAnew = next('SUBSCRIBED');
  looked.resolve();
  await writing;
  await joinedAnew;
});

it('while the database could not be queried for a moment', async () => {
  const { heard, until } = await follow('readings');
  await until('Subscribed to PostgreSQL');
  await set('policy', 'is_away = true');
  await read('meanwhile');
  await delay(200);
  await set('policy', 'is_away = false');
  await until('meanwhile');
  expect(heard.filter((word) => word === 'SUBSCRIBED')).toHaveLength(1);
});

it('while the database cannot be queried for long: everybody joins again, and later changes arrive', async () => {
  const { until, next } = await follow('readings');
  const other = await follow('states');
  await until('Subscribed to PostgreSQL');
  await other.until('Subscribed to PostgreSQL');
  const joinedAnew = [next('SUBSCRIBED'), other.next('SUBSCRIBED')];
  const heardAgain = [next('Subscribed to PostgreSQL'), other.next('Subscribed to PostgreSQL')];
  await set('policy', 'is_away = true');
  await read('unheard');
  await Promise.all([...joinedAnew, ...heardAgain]);
  await set('seen', `words = 'of another table'`);
  await other.until('of another table');
  await set('policy', 'is_away = false');
});

it('of a table that cannot be read: its followers join again, and the others stay', async () => {
  const { until, next } = await follow('readings');
  const other = await follow('states');
  await until('Subscribed to PostgreSQL');
  await other.until('Subscribed to PostgreSQL');
  const joinedAnew = next('SUBSCRIBED');
  await set('policy', 'is_broken = true');
  await read('unseen');
  await joinedAnew;
  await set('policy', 'is_broken = false');
  await set('seen', `words = 'of the other'`);
  await other.until('of the other');
  expect(other.heard.filter((word) => word === 'SUBSCRIBED')).toHaveLength(1);
  expect(bugs.splice(0)).not.toEqual([]);
});

it('of a long row that was removed before it was fetched', async () => {
  const { until, next } = await follow('readings');
  await until('Subscribed to PostgreSQL');
  const joinedAnew = next('SUBSCRIBED');
  await database.asService.queryAll([
    {
      text: 'insert into public.readings (words) values ($1)',
      values: ['x'.repeat(9_000)],
    },
    { text: 'delete from realtime.parcels' },
  ]);
  await joinedAnew;
  expect(bugs.splice(0)).toHaveLength(1);
});

it('in a channel that was joined while the database could not be queried', async () => {
  await set('filter', 'is_away = true');
  const { heard, until } = await follow('readings', 'kind=eq.late');
  await until('SUBSCRIBED');
  await delay(200);
  expect(heard).not.toContain('Subscribed to PostgreSQL');
  await set('filter', 'is_away = false');
  await until('Subscribed to PostgreSQL');
});

it('causes no unexpected errors', () => {
  expect(bugs).toEqual([]);
});
