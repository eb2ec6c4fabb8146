import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from './open-client.ts';

/** Any numbers that nothing else on the server locks. */
const turns = { migrate: 7_261_530_410, seed: 7_261_530_411, samples: 7_261_530_412 } as const;

/** Processes that start together do this one after the other. The turn ends with the connection. */
export function inTurn<T>(
  admin: pg.ClientConfig,
  turn: keyof typeof turns,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withClient({ ...admin, application_name: turn }, async (client) => {
    await client.query('set statement_timeout = 0');
    // Asked again and again: an index that is made beside those who write waits for every statement that is under
    // way, also for one that would wait here for the turn of whoever makes it.
    while (!(await takes(client, turns[turn]))) await delay(100);
    return work(client);
  });
}

async function takes(client: pg.Client, turn: number): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [turn]);
  return rows[0].is_ours;
}
