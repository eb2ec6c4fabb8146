import pg from 'pg';
import { StartError } from '#database/start-error.ts';

/** Says in one sentence why a given database cannot be used, before anything else tries. */
export async function checkReachable(admin: pg.ClientConfig) {
  const client = new pg.Client({ ...admin, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < 15) {
      throw new StartError(
        `The database in DATABASE_URL is PostgreSQL ${version}; the site needs 15 or newer.`,
      );
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { message, code } = error as Error & { code?: string };
    throw new StartError(
      `The database in DATABASE_URL cannot be reached (${message || code}). Check that it runs and that the address, user and password are right, or unset DATABASE_URL to use the embedded one.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}
