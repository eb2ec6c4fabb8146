import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followed, loginAt, type OwnReplica, startOwnReplica } from '#test/support/own-replica.ts';
import { type OwnServer, startOwnServer } from '#test/support/own-server.ts';
import { until } from '#test/support/site.ts';
import { readDatabaseAddress } from '../address.ts';
import type { Caller, Database } from '../database.ts';
import { migrate } from '../migrate.ts';
import { asOf, onBehalfOf } from '../on-behalf-of.ts';
import { openClient, withClient } from '../open-client.ts';
import { openDatabases } from './replicas.ts';
import type { ReplicaNote } from './watch-replica.ts';

const visitor: Caller = { role: 'anon', claims: { role: 'anon' } };
const person: Caller = {
  role: 'authenticated',
  claims: { sub: 'c0000000-0000-4000-8000-000000000001', role: 'authenticated' },
};

let own: OwnServer;
let replica: OwnReplica;
let database: Database;
const notes: ReplicaNote[] = [];

beforeAll(async () => {
  own = await startOwnServer({ ...followed, max_connections: '300', shared_buffers: '16MB' });
  const admin = readDatabaseAddress(await own.addressOf('followed'));
  const login = await migrate(admin);
  await withClient({ ...own.admin, database: 'followed' }, (client) =>
    client.query(`create table public.notes (id int primary key, text text not null);
      grant select on public.notes to anon, authenticated;
      grant select, insert, update on public.notes to service_role;
      create unlogged table public.quick (id int);
      grant select on public.quick to anon;
      create function public.where_asked() returns text language sql as
        $$ select case when pg_is_in_recovery() then 'replica' else 'primary' end $$`),
  );
  replica = await startOwnReplica(own, { shared_buffers: '16MB' });
  database = openDatabases(
    { primary: login, replicas: [loginAt(replica, login)] },
    {
      connections: 6,
      note: (note) => notes.push(note),
    },
  );
  await untilAsked('replica');
});
afterAll(async () => {
  await database?.close();
  await replica?.stop();
  await own?.stop();
});

const where = { text: 'select public.where_asked() as place' };

function stateOfReplica() {
  const [state] = database.state().replicas;
  if (!state) throw new Error('There is no replica.');
  return state;
}

async function placeOf(caller: Caller, options = { readOnly: true }): Promise<string | undefined> {
  const { rows } = await database.askAs<{ place: string }>(caller, where, options);
  return rows[0]?.place;
}

async function untilAsked(place: 'replica' | 'primary'): Promise<number> {
  const began = performance.now();
  await until(
    () => placeOf(visitor),
    (found) => found === place,
  );
  return performance.now() - began;
}

const write = (id: number, text: string) =>
  database.asService.query({
    text: `insert into public.notes values ($1, $2) on conflict (id) do update set text = excluded.text`,
    values: [id, text],
  });
async function read(id: number): Promise<string | undefined> {
  const { rows } = await database.askAs<{ text: string }>(
    visitor,
    { name: 'read-note', text: 'select text from public.notes where id = $1', values: [id] },
    { readOnly: true },
  );
  return rows[0]?.text;
}

describe('a replica', () => {
  it('answers what visitors read, and nothing else', async () => {
    // On a busy machine it may be behind for a moment, and is used again the next time.
    await untilAsked('replica');
    await until(
      () =>
        database.asCaller(visitor, (session) => session.query<{ place: string }>(where), {
          readOnly: true,
        }),
      ({ rows }) => rows[0]?.place === 'replica',
    );
    expect(await placeOf(visitor, { readOnly: false })).toBe('primary');
    expect(await placeOf(person)).toBe('primary');
    expect(await placeOf({ role: 'service_role', claims: {} })).toBe('primary');
    expect((await database.asService.query(where)).rows).toEqual([{ place: 'primary' }]);
    const within = await database.asService.transaction(() => placeOf(visitor));
    expect(within).toBe('primary');
  });

  it('has everything that was written before the query', async () => {
    const seen: (string | undefined)[] = [];
    for (let count = 0; count < 150; count += 1) {
      await write(1, `text ${count}`);
      seen.push(await read(1));
    }
    expect(seen).toEqual(Array.from({ length: 150 }, (_, count) => `text ${count}`));
    await untilAsked('replica');
  });

  it('must have reached the position that a reader needs, without another query to the primary', async () => {
    const { rows } = await database.asService.query<{ position: string }>({
      text: 'select private.log_position() as position',
    });
    await until(
      () => asOf(rows[0]?.position, () => placeOf(visitor)),
      (place) => place === 'replica',
    );
    // Beyond any position: no replica can have reached it.
    expect(await asOf('FF/0', () => placeOf(visitor))).toBe('primary');
    await untilAsked('replica');
  });

  it('that is full of one client refuses that client alone, and nothing that goes to the primary', async () => {
    await untilAsked('replica');
    const lock = 'select pg_advisory_xact_lock_shared(12)';
    const holder = await openClient({ ...replica.admin, database: 'followed' });
    await holder.query('select pg_advisory_lock(12)');
    const asked = onBehalfOf({ key: 'hog' }, () =>
      Array.from({ length: 120 }, () =>
        database.askAs(visitor, { text: lock }, { readOnly: true }),
      ),
    );
    const ended = Promise.allSettled(asked);
    await expect.poll(() => database.refusal('hog', 'read of a visitor')).toBe('own crowd');
    expect([
      database.refusal('somebody', 'read of a visitor'),
      database.refusal('hog', 'other'),
      database.refusal('hog', 'either'),
    ]).toEqual([undefined, undefined, undefined]);
    await holder.end();
    await ended;
    expect(database.refusal('hog', 'read of a visitor')).toBeUndefined();
  });

  it('leaves to the primary what only that can answer, and tells the visitor what is wrong with a query', async () => {
    const ask = (text: string) => database.askAs(visitor, { text }, { readOnly: true });
    expect((await ask('select id from public.quick')).rows).toEqual([]);
    expect((await ask('select pg_current_wal_lsn() is not null as is_known')).rows).toEqual([
      { is_known: true },
    ]);
    await expect(ask('select 1/0')).rejects.toMatchObject({ code: '22012' });
    await expect(ask('select * from auth.users')).rejects.toMatchObject({ code: '42501' });
    await expect(ask('create table public.mine ()')).rejects.toMatchObject({ code: '25006' });
    await untilAsked('replica');
  });
});

/** It may take a second on a quiet machine; the time is only logged. */
describe('without an error to anybody', () => {
  it('a replica that falls behind is not used until it has caught up', async () => {
    const { failures, stop } = keepReading();
    notes.length = 0;
    await replica.pause();
    await write(2, 'while it stands still');
    expect(await read(2)).toBe('while it stands still');
    const left = await untilAsked('primary');
    await expect.poll(() => notes).toHaveLength(1);
    expect(stateOfReplica().isUsed).toBe(false);
    await expect.poll(() => stateOfReplica().lag).toBeGreaterThan(0.5);
    await replica.resume();
    const back = await untilAsked('replica');
    await expect.poll(stateOfReplica).toMatchObject({ isUsed: true, lag: 0 });
    await expect
      .poll(() => notes.map(({ message }) => message))
      .toEqual(['a replica is left: it is behind', 'a replica is asked']);
    console.info(`behind: left after ${Math.round(left)} ms, back after ${Math.round(back)} ms`);
    expect(await stop()).toBeGreaterThan(0);
    expect(failures).toEqual([]);
  });

  it('a replica that is killed is not used until it is back', async () => {
    const { failures, stop } = keepReading();
    process.kill(replica.postmaster(), 'SIGKILL');
    const left = await untilAsked('primary');
    const back = await untilAsked('replica');
    console.info(`killed: left after ${Math.round(left)} ms, back after ${Math.round(back)} ms`);
    expect(await stop()).toBeGreaterThan(0);
    expect(failures).toEqual([]);
  });

  it('a replica that goes silent is abandoned, with everything that waits for it', async () => {
    const { failures, stop } = keepReading();
    const processes = await backendsOf(replica);
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    try {
      const began = performance.now();
      expect(await read(1)).toBe('text 149');
      await untilAsked('primary');
      const left = performance.now() - began;
      console.info(`silent: left after ${Math.round(left)} ms`);
    } finally {
      for (const pid of processes) process.kill(pid, 'SIGCONT');
    }
    await untilAsked('replica');
    expect(await stop()).toBeGreaterThan(0);
    expect(failures).toEqual([]);
  });
});

/** A visitor who reads continuously, and what failed. */
function keepReading() {
  const failures: unknown[] = [];
  let answers = 0;
  let isOver = false;
  const reading = (async () => {
    while (!isOver && failures.length === 0) {
      await read(1).then(
        () => {
          answers += 1;
        },
        (error) => failures.push(error),
      );
    }
  })();
  return {
    failures,
    async stop() {
      isOver = true;
      await reading;
      return answers;
    },
  };
}

/** All processes of a server, including the postmaster. */
async function backendsOf({ admin, postmaster }: OwnReplica): Promise<number[]> {
  const { rows } = await withClient(admin, (client) =>
    client.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()'),
  );
  return [postmaster(), ...rows.map(({ pid }) => pid)];
}
