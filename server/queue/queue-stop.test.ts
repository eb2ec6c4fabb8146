import { afterAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#database/database.ts';
import { withClient } from '#database/open-client.ts';
import { createQueue } from '#database/queue/queue.ts';
import { openQueuePool } from '#database/queue/queue-pool.ts';
import { cloneDatabase } from '#test/support/engine.ts';
import { openLine } from '#test/support/line-between.ts';
import { createLogger } from '../logger.ts';
import { startQueue } from './queue.ts';

const clone = await cloneDatabase(inject('engine'));
const database = openDatabase(clone.login, 2);
const queue = createQueue<{ test: { word: string } }>();
const options = { concurrency: 2, logger: createLogger('silent') };
afterAll(async () => {
  await database.close();
  await clone.drop();
});

describe('the queue stops while the database', () => {
  it.each(['refuses connections', 'is silent'] as const)(
    '%s, even if the outcome of a job cannot be written',
    async (how) => {
      const line = await openLine(clone.admin);
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const { promise: rest, resolve: finish } = Promise.withResolvers<void>();
      const running = await startQueue(
        line.login,
        [
          {
            test: async () => {
              begin();
              await rest;
            },
          },
        ],
        options,
      );
      await database.asService.transaction((session) => queue.add(session, 'test', { word: how }));
      await begun;
      if (how === 'is silent') line.silence();
      else await line.cut();
      finish();
      await running.stop();
      await line.cut();
      const { rows } = await withClient(clone.admin, (client) =>
        client.query('delete from graphile_worker._private_jobs returning attempts'),
      );
      expect(rows).toEqual([{ attempts: 1 }]);
    },
  );
});

it('a connection that is released twice, as graphile-worker does when it stops while its connection goes silent, is taken back once', async () => {
  const pool = openQueuePool(clone.admin, 1);
  const release = await new Promise<() => void>((resolve, reject) => {
    pool.connect((error, _, giveBack) => (giveBack ? resolve(giveBack) : reject(error)));
  });
  release();
  expect(release).not.toThrow();
  await pool.end();
  pool.connect((_error, _client, giveBack) => expect(giveBack).toBeUndefined());
});
