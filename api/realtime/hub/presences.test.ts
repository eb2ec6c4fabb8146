import { expect, it } from 'vitest';
import { createApi } from '#api/api.ts';
import { openTestApi } from '#test/support/test-api.ts';
import { joined, openSockets } from '#test/support/test-sockets.ts';

const { asAdmin, database, dependencies } = await openTestApi();
const here = await openSockets(
  createApi({ ...dependencies, realtimeLimits: { beat: 200, gone: 2_000 } }),
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
  await whileAway(() => coming.track({}).catch(() => {}));
  await coming.track({});
  await expect.poll(there).toEqual(['coming']);
});
