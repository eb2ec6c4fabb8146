import type pg from 'pg';
import { withClient } from '#database/open-client.ts';

/**
 * Two seconds; on a busy machine, as long as this many bare connections one after the other: about
 * as many as a page makes, plus rendering it.
 */
const most = 2_000;
const bareConnections = 15;

/** How long the site may take to recover if one bare connection takes this long. */
export const mayTake = (bare: number) => Math.max(most, bareConnections * bare);

export const isOverTwoSeconds = (time: number) => time > most;

/** A client with nothing else to do connects and gets an answer. */
export const askOnce = (login: pg.ClientConfig) =>
  withClient(login, async (client) => {
    await client.query('select 1');
    return true;
  });

/** How long that takes on average while something else is happening, in milliseconds. */
export async function meanConnection(
  login: pg.ClientConfig,
  underWay: Promise<unknown>,
): Promise<number> {
  let isDone = false;
  underWay.then(() => {
    isDone = true;
  });
  const times: number[] = [];
  do {
    const began = performance.now();
    await askOnce(login).catch(() => false);
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 20));
  } while (!isDone);
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}
