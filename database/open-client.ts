import pg from 'pg';

/**
 * Connects one client that bears losing its line at any time: what runs on it then fails, and nothing
 * else. Without a listener from the first moment to the last, Node would end the process.
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
 * For a connection that holds what others wait for. A machine that falls silent is given up after half a minute and not
 * after two hours, and a long statement is no silence.
 */
export const endsWithItsMachine = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 4; set statement_timeout = 0`;

/** For one piece of work; the connection ends with it. */
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
