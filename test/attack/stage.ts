import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readDatabaseAddress } from '#database/address.ts';
import { openDatabases } from '#database/lines/replicas.ts';
import { migrate } from '#database/migrate.ts';
import { readBuild } from '#server/files/stored-files.ts';
import { asAdmin } from '#test/support/engine.ts';
import { addressAt, freePort, startOwnServer } from '#test/support/own-server.ts';
import { createSites, stopped, until } from '#test/support/site.ts';
import { testKeys } from '#test/support/test-keys.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Limits per address or client would stop the attack at the door; it is meant for what lies behind.
 */
const patient = {
  AUTH_LIMIT_LETTERS_PER_ADDRESS: '100000/60',
  AUTH_LIMIT_LETTERS_PER_CLIENT: '100000/60',
  AUTH_LIMIT_TOKENS: '100000/60',
  AUTH_LIMIT_REFRESHES: '100000/60',
  AUTH_LIMIT_VERIFICATIONS: '100000/60',
  AUTH_LIMIT_PASSWORDS_PER_ADDRESS: '100000/1',
  AUTH_LIMIT_PASSWORDS_PER_CLIENT: '100000/1',
  AUTH_LIMIT_FACTOR_CODES: '100000/1',
};

export type Stage = Awaited<ReturnType<typeof openStage>>;

/**
 * The site as a separate process in production mode, behind what it takes for a proxy, so that
 * every request can come from another address, on a throwaway PostgreSQL.
 */
export async function openStage() {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    const server = await startOwnServer({ max_connections: '200', synchronous_commit: 'off' });
    ends.push(server.stop);
    const address = await server.addressOf('attacked');
    const login = await migrate(readDatabaseAddress(address));
    const database = openDatabases({ primary: login }, { connections: 4 });
    ends.push(database.close);
    const sites = createSites('site-attack-');
    ends.push(sites.clear);
    const port = await freePort();
    const start = (limits: Record<string, string>, ownPort = port) =>
      sites.start({
        ...limits,
        DATABASE_URL: addressAt(server.port, 'attacked'),
        PORT: String(ownPort),
        SITE_URL: `http://127.0.0.1:${ownPort}`,
        TRUST_PROXY: 'true',
        SEED: 'demo',
        LOG_LEVEL: 'warn',
        PUBLISHABLE_KEY: testKeys.publishableKey,
        SECRET_KEY: testKeys.secretKey,
        JWT_KEYS: JSON.stringify(testKeys.jwtKeys),
        CREDENTIAL_KEYS: JSON.stringify(testKeys.credentialKeys),
        NODE_OPTIONS: `--import=${join(root, 'bench/parts/tell-memory.ts')}`,
      });
    const site = await start(patient);
    const files = [...readBuild(join(root, 'build/client')).keys()];
    return {
      site,
      port,
      url: site.url,
      database,
      files,
      admin: (work: Parameters<typeof asAdmin>[1]) =>
        asAdmin({ ...server.admin, database: 'attacked' }, work),
      /** A second process with default limits. */
      startLimited: async () => start({}, await freePort()),
      endSite: stopped,
      /** The memory of the process in megabytes, after a garbage collection. */
      async memory(): Promise<{ rss: number; heap: number }> {
        const lines = () => [...site.said().matchAll(/^memory (\{.*\})$/gm)];
        // Within this time, everything that a crowd left behind is closed and compressed.
        await delay(5_000);
        const before = lines().length;
        site.child.kill('SIGWINCH');
        await until(
          async () => lines().length,
          (count) => count > before,
        );
        const { rss, heapUsed } = JSON.parse(lines().at(-1)?.[1] ?? '{}');
        return { rss: Math.round(rss / 2 ** 20), heap: Math.round(heapUsed / 2 ** 20) };
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What must never appear in a response, whoever asks. */
export function secretsOf({ dataDir }: { dataDir: string }): string[] {
  const privateParts = [...testKeys.jwtKeys, ...testKeys.credentialKeys].map(({ d }) => String(d));
  const kept = ['keys.json', 'credential-keys.json'].flatMap((file) => {
    try {
      return [readFileSync(join(dataDir, file), 'utf8')];
    } catch {
      return [];
    }
  });
  return [testKeys.secretKey, ...privateParts, ...kept];
}
