import type pg from 'pg';
import { untilSomebodyWaits } from './until-somebody-waits.ts';

type Asked = pg.QueryConfig | string;

/**
 * Sends a query while an open transaction holds a lock, so that it waits for that transaction. Then
 * the transaction, as it would, takes another lock.
 */
export function createAskBehind(asAdmin: (work: (client: pg.Client) => Promise<void>) => unknown) {
  return async <T>(taking: Asked, ask: () => PromiseLike<T>, then?: Asked, askers = 1) => {
    const answers: Promise<T>[] = [];
    await asAdmin(async (client) => {
      await client.query('begin');
      await client.query(taking);
      answers.push(Promise.resolve(ask()));
      await untilSomebodyWaits(client, askers);
      if (then) await client.query(then);
      await client.query('commit');
    });
    return answers[0];
  };
}
