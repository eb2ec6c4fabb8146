import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { endsWithItsMachine, withClient } from './open-client.ts';

/** Arbitrary keys for advisory locks that nothing else on the server takes. */
const turns = { migrate: 7_261_530_410, seed: 7_261_530_411, samples: 7_261_530_412 } as const;

/**
 * Processes that start together do this one after the other. The turn ends with the connection, and
 * a process that waits reports which one it waits for.
 */
export function inTurn<T>(
  admin: pg.ClientConfig,
  turn: keyof typeof turns,
  work: (client: pg.Client) => Promise<T>,
  report: (step: string) => void = () => {},
): Promise<T> {
  return withClient({ ...admin, application_name: turn }, async (client) => {
    await client.query(endsWithItsMachine);
    // Polled instead of waited for: building an index concurrently waits for every running
    // statement, and so for one that would wait here until the builder's turn is over.
    for (let hasSaid = false; !(await takes(client, turns[turn])); hasSaid = true) {
      const holder = hasSaid ? undefined : await holderOf(client, turns[turn]);
      if (holder) report(`Waiting for ${holder}, which does the same`);
      await delay(100);
    }
    return work(client);
  });
}

async function takes(client: pg.Client, turn: number): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [turn]);
  return rows[0].is_ours;
}

/** In words, for somebody who may have to end it: `select pg_terminate_backend(4711)`. */
async function holderOf(client: pg.Client, turn: number): Promise<string | undefined> {
  const { rows } = await client.query<{ pid: number; since: string | null }>(
    `select pid, to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since
      from pg_locks left join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and objsubid = 1
        and pg_locks.database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = $1`,
    [turn],
  );
  const [holder] = rows;
  return holder && `connection ${holder.pid} of PostgreSQL (since ${holder.since} UTC)`;
}
