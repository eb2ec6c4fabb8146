import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDatabaseAddress } from '#database/address.ts';
import { migrate } from '#database/migrate.ts';
import { startFileStore } from '#test/support/file-store.ts';
import { addressAt } from '#test/support/own-server.ts';
import { createSites, killed, type Site } from '#test/support/site.ts';
import { startPooler } from './pooler.ts';
import { type RehearsalSetUp, startSetUp } from './set-up.ts';

/** What lies between a process and its database. */
export type Way = { isPooled: boolean; isPrepared: boolean; hasReplicas: boolean };
const usual: Way = { isPooled: true, isPrepared: false, hasReplicas: true };

const database = 'rehearsed';

/**
 * A set-up with a site's database, on which any number of its processes can be started, each as its
 * own program.
 */
export async function openProcesses(options?: Parameters<typeof startSetUp>[0]) {
  const setUp: RehearsalSetUp = await startSetUp(options);
  const { primary, replicas, ends } = setUp;
  const sites = createSites('site-rehearsal-', { PAGES_MADE: 'ahead' });
  ends.push(sites.clear);
  try {
    const login = await migrate(readDatabaseAddress(await primary.addressOf(database)));
    const pooler = await startPooler(primary, [login]);
    ends.push(pooler.stop);
    const store = await startFileStore();
    ends.push(async () => {
      store.stop();
    });
    const files = {
      FILES_S3_ENDPOINT: store.settings.endpoint,
      FILES_S3_BUCKET: store.settings.bucket,
      FILES_S3_REGION: store.settings.region,
      FILES_S3_ACCESS_KEY_ID: store.settings.accessKeyId,
      FILES_S3_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
    };
    let keys: Record<string, string> | undefined;

    async function start(
      way: Way = usual,
      environment: Record<string, string> = {},
    ): Promise<Site> {
      const { isPooled, isPrepared, hasReplicas } = way;
      const site = await sites.start({
        DATABASE_URL: addressAt(isPooled ? pooler.port : primary.port, database),
        ...(isPooled && { DATABASE_DIRECT_URL: addressAt(primary.port, database) }),
        ...(hasReplicas && {
          DATABASE_REPLICA_URLS: replicas.map(({ port }) => addressAt(port, database)).join(','),
        }),
        DATABASE_PREPARED: isPrepared ? 'on' : 'off',
        ...files,
        LOG_LEVEL: 'warn',
        ...keys,
        ...environment,
      });
      keys ??= keysOf(site);
      return site;
    }

    return {
      ...setUp,
      pooler,
      /** How the superuser connects to the site's database. */
      admin: { ...primary.admin, database },
      start,
      /** How a process logs in, directly and through the pooler. */
      logins: {
        straight: { ...login, host: '127.0.0.1' },
        pooled: { ...login, host: '127.0.0.1', port: pooler.port },
      },
      /** Where the files are stored. */
      store,
      /** What a command needs besides the database. */
      get environment() {
        return { ...files, ...keys };
      },
      get secretKey() {
        return keys?.SECRET_KEY ?? '';
      },
      end: ({ child }: Site) => killed(child),
      get publishableKey() {
        return keys?.PUBLISHABLE_KEY ?? '';
      },
    };
  } catch (error) {
    await setUp.stop();
    throw error;
  }
}

/** All processes share the keys that the first one made. */
function keysOf({ dataDir }: Site): Record<string, string> {
  const read = (file: string) => JSON.parse(readFileSync(join(dataDir, file), 'utf8'));
  const { publishableKey, secretKey, jwtKeys } = read('keys.json');
  return {
    PUBLISHABLE_KEY: publishableKey,
    SECRET_KEY: secretKey,
    JWT_KEYS: JSON.stringify(jwtKeys),
    CREDENTIAL_KEYS: JSON.stringify(read('credential-keys.json')),
  };
}
