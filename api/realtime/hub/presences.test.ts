import { expect, it } from 'vitest';
import { createApi } from '#api/api.ts';
import type { Database } from '#database/database.ts';
import type { Statement } from '#database/statement.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { joined, openSockets } from '#test/support/test-sockets.ts';
import { createPresences } from './presences.ts';
import type { Self } from './self.ts';

const { asAdmin, database, dependencies } = await openTestApi();

/** Run before and after the database stores what people show. */
let before = async () => {};
let after = async () => {};
const queryAll: Database['asService']['queryAll'] = async (statements) => {
  const isAsked = (statements as Statement[]).some(({ name }) => name === 'presences-there');
  if (isAsked) await before();
  const answers = await database.asService.queryAll(statements);
  if (isAsked) await after();
  return answers;
};
const shaky: Database = { ...database, asService: { ...database.asService, queryAll } };

const here = await openSockets(
  createApi({ ...dependencies, database: shaky, realtimeLimits: { beat: 200, gone: 2_000 } }),
);

await asAdmin((client) =>
  client.query(`
    create table public.moods (is_away boolean);
    insert into public.moods values (false);
    create sequence public.tries;
    grant select on public.moods to service_role;
    grant usage, select on public.tries to service_role;
    create function public.be_away() returns trigger language plpgsql as $$
    begin
      if (select is_away from public.moods) then
        perform nextval('public.tries');
        raise exception 'The database is away.';
      end if;
      return coalesce(new, old);
    end $$;
    create trigger be_away before insert or delete on realtime.presences
      for each row execute function public.be_away()`),
);

/** Makes the database fail all statements about presences in the meantime. */
async function whileAway(work: () => unknown) {
  const set = (is: boolean) =>
    asAdmin((client) => client.query(`update public.moods set is_away = ${is}`));
  const tries = async () => {
    const { rows } = await database.asService.query<{ n: number }>({
      text: 'select case when is_called then last_value else 0 end::int as n from public.tries',
    });
    return rows[0]?.n ?? 0;
  };
  const before = await tries();
  await set(true);
  await work();
  await expect.poll(tries).toBeGreaterThan(before);
  await set(false);
}

const shows = (key: string) => ({ config: { presence: { key, enabled: true } } });

it('people who leave or join while the database is away are gone or there once it is back', async () => {
  const watcher = await joined(here.connect().channel('lobby', shows('watcher')));
  const leaving = await joined(here.connect().channel('lobby', shows('leaving')));
  const coming = await joined(here.connect().channel('lobby', shows('coming')));
  const there = () => Object.keys(watcher.presenceState());
  await leaving.track({});
  await expect.poll(there).toEqual(['leaving']);
  await whileAway(() => leaving.unsubscribe());
  await expect.poll(there).toEqual([]);
  // Not awaited: no answer comes, which the client only notices after a long timeout.
  await whileAway(() => void coming.track({}));
  await coming.track({});
  await expect.poll(there).toEqual(['coming']);
});

it('a presence whose answer was lost is shown to nobody, as the channel reported', async () => {
  const watcher = await joined(here.connect().channel('hall', shows('watcher')));
  const coming = await joined(here.connect().channel('hall', shows('passing')));
  const isLost = Promise.withResolvers<void>();
  after = async () => {
    after = async () => {};
    isLost.resolve();
    throw new Error('The line was lost.');
  };
  coming.track({});
  await isLost.promise;
  await expect
    .poll(async () => {
      const text = "select from realtime.presences where key = 'passing'";
      return (await database.asService.query({ text })).rows.length;
    })
    .toBe(0);
  await watcher.track({});
  await expect.poll(() => Object.keys(watcher.presenceState())).toEqual(['watcher']);
});

it('a member shown again while an earlier removal is retried stays', async () => {
  const presences = createPresences(shaky, { id: crypto.randomUUID() } as Self, 60_000);
  const place = { topic: 'realtime:garden', isPrivate: false };
  const ada = { ...place, member: crypto.randomUUID(), key: 'ada', meta: {} };
  const fates = [1, 2].map(() => Promise.withResolvers<void>());
  await presences.sweep('');
  await presences.show(ada);
  before = async () => fates.shift()?.promise;
  const [first, second] = fates;
  const goodbye = presences.hide(ada);
  first?.reject(new Error('The database is away.'));
  await expect(goodbye).rejects.toThrow('away');
  await presences.sweep('');
  const again = presences.show(ada);
  second?.reject(new Error('The database is away.'));
  await again;
  await presences.sweep('');
  // Runs after everything that the sweep has started.
  await presences.show({ ...ada, member: crypto.randomUUID(), key: 'bob' });
  expect(Object.keys(await presences.of(place)).toSorted()).toEqual(['ada', 'bob']);
});
