import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import { type EmbeddedOptions, startEmbedded } from '#database/embedded/embedded.ts';
import { asAdmin, inMemory, makeDataDir } from './engine.ts';

export type OwnServer = {
  /** The superuser, without a password, over the socket. */
  admin: pg.ClientConfig;
  /** Where it listens on 127.0.0.1. */
  port: number;
  dataDir: string;
  /** The address of a new, empty database, as somebody would write it into DATABASE_URL. */
  addressOf(database: string): Promise<string>;
  stop(): Promise<void>;
};

const ownerPassword = 'p@ss/word with #?& ü';

/** As somebody would write it into DATABASE_URL, or into the setting for a pooler or a replica. */
export const addressAt = (port: number, database: string) =>
  `postgres://owner:${encodeURIComponent(ownerPassword)}@127.0.0.1:${port}/${database}`;

/** A PostgreSQL that requires passwords on the network, like an external one. */
export async function startOwnServer(
  settings: Record<string, string> = {},
  options: Pick<EmbeddedOptions, 'waits' | 'programs'> = {},
): Promise<OwnServer> {
  const dataDir = makeDataDir('site-own-', inMemory());
  const access = join(dataDir, 'access.conf');
  writeFileSync(
    access,
    'local all all trust\nhost all,replication all 127.0.0.1/32 scram-sha-256\n',
  );
  chmodSync(access, 0o644);
  const port = await freePort();
  const engine = await startEmbedded(dataDir, () => {}, {
    ...options,
    settings: {
      listen_addresses: '127.0.0.1',
      port: String(port),
      hba_file: access,
      fsync: 'off',
      ...settings,
    },
  });
  const { admin } = engine;
  await asAdmin(admin, (client) =>
    client.query(
      `create role owner login createdb createrole bypassrls password '${ownerPassword}'`,
    ),
  );
  return {
    admin,
    port,
    dataDir,
    async addressOf(database) {
      await asAdmin(admin, (client) => client.query(`create database ${database} owner owner`));
      return addressAt(port, database);
    },
    async stop() {
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A port on which nobody listens now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.');
  return address.port;
}
