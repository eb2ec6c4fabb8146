import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OwnServer, startOwnServer } from '#test/support/own-server.ts';
import { type Pooler, startPooler } from '../test/rehearsal/pooler.ts';
import { readDatabaseAddress } from './address.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const isThere = spawnSync('pgbouncer', ['--version']).status === 0;

describe.skipIf(!isThere)('through a pooler that gives each transaction any connection', () => {
  let own: OwnServer;
  let pooler: Pooler;
  let database: Database;
  let login: Parameters<typeof openDatabase>[0];

  beforeAll(async () => {
    own = await startOwnServer({ shared_buffers: '16MB' });
    const direct = await migrate(readDatabaseAddress(await own.addressOf('pooled')));
    pooler = await startPooler(own, [direct], 3);
    login = { ...direct, port: pooler.port, direct };
    database = openDatabase({ ...login, prepares: false }, 20);
  });
  afterAll(async () => {
    await database?.close();
    await pooler?.stop();
    await own?.stop();
  });

  const whoAmI = (on: Database, sub: string) =>
    on.askAs<{ uid: string; connection: number }>(
      { role: 'authenticated', claims: { sub } },
      { name: 'who am i', text: 'select auth.uid() as uid, pg_backend_pid() as connection' },
      { readOnly: true },
    );
  const people = Array.from(
    { length: 100 },
    (_, index) => `c0000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );

  it('each of a hundred callers stays who they are, on three connections', async () => {
    const answers = await Promise.all(people.map((person) => whoAmI(database, person)));
    expect(answers.map(({ rows }) => rows[0]?.uid)).toEqual(people);
    expect(new Set(answers.map(({ rows }) => rows[0]?.connection)).size).toBeGreaterThan(1);
  });

  it('prepared names would belong to somebody else, so nothing is prepared', async () => {
    const preparing = openDatabase(login, 20);
    const outcomes = await Promise.allSettled(
      [...people, ...people].map((person) => whoAmI(preparing, person)),
    );
    await preparing.close();
    expect(outcomes.filter(({ status }) => status === 'rejected')).not.toEqual([]);
  });

  it('a transaction keeps one connection from beginning to end', async () => {
    const of = () =>
      database.asService.transaction(async (session) => {
        const pids = new Set<number>();
        for (let n = 0; n < 5; n += 1) {
          const { rows } = await session.query<{ pid: number }>({
            text: 'select pg_backend_pid() as pid',
          });
          pids.add(rows[0]?.pid ?? 0);
        }
        return pids.size;
      });
    expect(await Promise.all(Array.from({ length: 12 }, of))).toEqual(Array(12).fill(1));
  });

  it('notifications bypass it', async () => {
    const heard: string[] = [];
    const stop = await database.listen('hall', (word) => heard.push(word));
    await database.asService.query({ text: `select pg_notify('hall', 'said through the pooler')` });
    await expect.poll(() => heard).toEqual(['said through the pooler']);
    await stop();
  });
});
