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
    await client.query('select pg_advisory_lock($1)', [turns[turn]]);
    return work(client);
  });
}
