import type pg from 'pg';
import { untilSomebodyWaits } from './until-somebody-waits.ts';

type Asked = pg.QueryConfig | string;

/**
 * Asks while a transaction has taken something and has not ended yet: the answer waits for that. Then, as that
 * transaction would, it takes more.
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
