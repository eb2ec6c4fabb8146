import { connect, createServer, type Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followed, type OwnReplica, startOwnReplica } from '#test/support/own-replica.ts';
import { addressAt, type OwnServer, startOwnServer } from '#test/support/own-server.ts';
import { createSites } from '#test/support/site.ts';
import { readDatabaseAddress } from './address.ts';
import { type DatabaseServer, openDatabase } from './database.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { migrate } from './migrate.ts';
import { openQueuePool } from './queue/queue-pool.ts';

let own: OwnServer;
let replica: OwnReplica;
let name: Awaited<ReturnType<typeof openName>>;
let login: pg.ClientConfig;
let admin: pg.ClientConfig;

beforeAll(async () => {
  own = await startOwnServer({ ...followed, max_connections: '300', shared_buffers: '16MB' });
  admin = readDatabaseAddress(await own.addressOf('moved'));
  login = await migrate(admin);
  replica = await startOwnReplica(own, { shared_buffers: '16MB' });
  name = await openName(own.port);
});
const sites = createSites('site-failover-');
afterAll(async () => {
  await sites.clear();
  await name?.close();
  await replica?.stop();
  await own?.stop();
});

/** A host name for the database, which leads to another server after a failover. */
async function openName(port: number) {
  const lines = new Set<Socket>();
  const at = { port };
  const server = createServer((line) => {
    const beyond = connect(at.port, '127.0.0.1');
    for (const [one, other] of [
      [line, beyond],
      [beyond, line],
    ] as const) {
      lines.add(one);
      one.on('error', () => {});
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    at,
    login: { host: '127.0.0.1', port: typeof address === 'object' ? address?.port : 0 },
    async close() {
      for (const line of lines) line.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const write = ({ asService }: DatabaseServer) =>
  asService.query({ text: "select private.write_settings('{}')" });
const isReplica = async ({ askAs }: DatabaseServer) => {
  const { rows } = await askAs<{ is: boolean }>(
    { role: 'anon', claims: {} },
    { text: 'select pg_is_in_recovery() as is, pg_sleep(0.1)' },
    { readOnly: true },
  );
  return rows[0]?.is;
};

it('a client led to a standby is led away from it with the next query', async () => {
  name.at.port = replica.port;
  const database = openDatabase({ ...login, ...name.login }, 6);
  try {
    const several = () => Promise.all([1, 2, 3, 4].map(() => isReplica(database)));
    expect(await several()).toEqual([true, true, true, true]);
    await expect(write(database)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(
      database.asService.transaction((session) => session.query({ text: 'select 1' })),
    ).rejects.toBeInstanceOf(DatabaseUnavailable);
    name.at.port = own.port;
    await expect(write(database)).resolves.toBeDefined();
    expect(await several()).toEqual([false, false, false, false]);
  } finally {
    await database.close();
  }
});

it('so is the queue', async () => {
  name.at.port = replica.port;
  const pool = openQueuePool({ ...admin, ...name.login }, 2);
  const change = async () => {
    const line = await pool.connect();
    try {
      return await line.query("select queue.add('check-launch', '{}')");
    } finally {
      line.release();
    }
  };
  try {
    await expect(change()).rejects.toMatchObject({ code: '40001' });
    name.at.port = own.port;
    await expect(change()).resolves.toBeDefined();
  } finally {
    await pool.end();
  }
});

it('a start on a standby says in one sentence what to do', async () => {
  const DATABASE_URL = addressAt(replica.port, 'moved');
  await expect(sites.start({ DATABASE_URL })).rejects.toThrow(
    /The database is read-only.* Point DATABASE_URL at the primary/,
  );
});
