import type pg from 'pg';
import { withClient } from '#database/open-client.ts';
import { StartError } from '#database/start-error.ts';

/** Says in one sentence why a given database cannot be used, before anything else tries. */
export async function checkReachable(admin: pg.ClientConfig) {
  try {
    await withClient({ ...admin, connectionTimeoutMillis: 10_000 }, () => Promise.resolve());
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new StartError(
      `The database in DATABASE_URL cannot be reached (${message || code}). Check that it runs and that the address, user and password are right, or unset DATABASE_URL to use the embedded one.`,
    );
  }
}
