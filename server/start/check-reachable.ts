import { Socket } from 'node:net';
import type pg from 'pg';
import { withClient } from '#database/open-client.ts';
import { StartError } from '#database/start-error.ts';

/** For a server that is there: a busy machine may take its time to let somebody in. */
const patience = 120_000;
/** For a line to it, which the machine of a busy server gives at once all the same. */
const patienceForLine = 10_000;

/** Says in one sentence why a given database cannot be used, before anything else tries. */
export async function checkReachable(admin: pg.ClientConfig, setting: string) {
  try {
    await withClient({ ...admin, connectionTimeoutMillis: patience, stream: openLine }, () =>
      Promise.resolve(),
    );
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new StartError(
      `The database in ${setting} cannot be reached (${message || code}). Check that it runs and that the address, user and password are right.`,
    );
  }
}

function openLine(): Socket {
  const line = new Socket();
  const giveUp = () => {
    if (line.connecting) line.destroy(new Error('timeout expired'));
  };
  // Of a process that itself had no time, what has arrived is read before it gives up.
  const timer = setTimeout(() => setImmediate(giveUp), patienceForLine);
  line.once('close', () => clearTimeout(timer)).once('connect', () => clearTimeout(timer));
  return line;
}
