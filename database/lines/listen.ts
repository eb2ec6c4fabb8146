import pg from 'pg';
import { openClient } from '../open-client.ts';
import { cut, watchForSilence } from './silent-line.ts';

export type Heard = (payload: string) => void;
/** One connection can listen to several channels. */
export type Channels = string | readonly string[];

/** A silently dropped connection is noticed within two of these. */
const askEvery = 5_000;
const tryEvery = 500;

/**
 * Keeps one connection for NOTIFY, and opens a new one when it breaks. `lost` is called at once;
 * when the connection is back, `heard` is called once without arguments, since notifications in
 * between are unknown.
 */
export async function listen(
  login: pg.ClientConfig,
  channels: Channels,
  heard: Heard,
  lost: () => void = () => {},
): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function connect() {
    const line = await openClient({ ...login, connectionTimeoutMillis: askEvery });
    line.on('notification', (message) => {
      if (line === client) heard(message.payload ?? '');
    });
    const stopWatching = watchForSilence(line, askEvery);
    await line
      .query([channels].flat().map(listening).join('; '))
      .catch((error) => {
        drop(line);
        throw error;
      })
      .finally(stopWatching);
    client = line;
    const noticeLoss = () => lose(line);
    line.on('error', noticeLoss);
    line.on('end', noticeLoss);
    ask(line);
  }

  /** Checks regularly: a half-open connection gives no error at this end. */
  function ask(line: pg.Client) {
    timer = setTimeout(() => {
      const late = setTimeout(() => lose(line), askEvery).unref();
      line
        .query('select 1')
        .then(
          () => line === client && ask(line),
          () => lose(line),
        )
        .finally(() => clearTimeout(late));
    }, askEvery).unref();
  }

  function lose(line: pg.Client) {
    if (stopped || line !== client) return;
    client = undefined;
    drop(line);
    lost();
    reconnect(0);
  }

  function reconnect(wait: number) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      connect().then(
        () => (stopped ? client && drop(client) : heard('')),
        () => stopped || reconnect(tryEvery),
      );
    }, wait).unref();
  }

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    if (client) drop(client);
  };
}

const listening = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;

/** Not `end`, which would wait for a response. */
function drop(line: pg.Client) {
  line.end().catch(() => {});
  cut(line);
}
