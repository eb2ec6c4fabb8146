import pg from 'pg';

/**
 * Connects a client that survives losing its connection at any time: what runs on it then fails,
 * and nothing else. Without an error listener from the first moment to the last, Node would end the
 * process.
 */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ keepAlive: true, keepAliveInitialDelayMillis: 10_000, ...config });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
  return client;
}

/**
 * For a connection that holds a lock others wait for: a machine that goes silent is given up on
 * after half a minute instead of two hours, while a long query does not count as silence.
 */
export const endsWithItsMachine = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 4; set statement_timeout = 0`;

/** A connection for one piece of work; it ends with it. */
export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(config);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
