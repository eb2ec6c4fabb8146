import { Socket } from 'node:net';
import type pg from 'pg';
import { withClient } from '#database/open-client.ts';
import { StartError } from '#database/start-error.ts';

/** For a server that is up: a busy machine may take a while to accept a login. */
const patience = 120_000;
/** For the TCP connection, which even a busy server's machine accepts at once. */
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
  // If this process itself was too busy, it reads what has arrived before giving up.
  const timer = setTimeout(() => setImmediate(giveUp), patienceForLine);
  line.once('close', () => clearTimeout(timer)).once('connect', () => clearTimeout(timer));
  return line;
}
