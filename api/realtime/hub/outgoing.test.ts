import { expect, it } from 'vitest';
import type { Database } from '#database/database.ts';
import { createOutgoing } from './outgoing.ts';

it('keeps a limited number of characters while the database is busy, and no more', async () => {
  const told: number[] = [];
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  const database = {
    asService: {
      async query({ values }: { values: [string[]] }) {
        told.push(values[0].length);
        await taken;
      },
    },
  } as unknown as Database;
  const { send } = createOutgoing(database, { id: 'self' } as never, (error) => {
    throw error;
  });
  const words = 'w'.repeat(250_000);
  for (let n = 0; n < 200; n += 1) send(words);
  take();
  await expect.poll(() => told).toEqual([1, 67]);
  send(words);
  await expect.poll(() => told).toEqual([1, 67, 1]);
});
