import { stat, statfs } from 'node:fs/promises';
import type { SetUp } from '#api/running.ts';
import type { Database } from '#database/database.ts';
import { countDemoContent } from '#database/seed/demo-content.ts';
import { sharesDisk } from '../backup/place.ts';
import { readCertificate } from '../outside/read-certificate.ts';
import { senderOf } from '../outside/sender.ts';
import type { Config } from './config.ts';

/** What staff can see about how the process was set up. */
export function describeSetUp(
  config: Config,
  database: Database,
  findPlaceholders: SetUp['findPlaceholders'],
): SetUp {
  const { payments } = config;
  const { stampFile } = config.backup;
  const keys = {
    PUBLISHABLE_KEY: config.publishableKey,
    SECRET_KEY: config.secretKey,
    JWT_KEYS: config.jwtKeys,
    CREDENTIAL_KEYS: config.credentialKeys,
  };
  return {
    isReached: config.isReached,
    siteUrl: config.siteUrl,
    hasAddress: config.givenSiteUrl !== undefined,
    isHttps: config.isHttps,
    trustsProxy: config.trustProxy,
    hasMailServer: config.mail.smtpUrl !== undefined,
    get mailFrom() {
      const { name, address } = senderOf(config.mail.from);
      return name ? `${name} <${address}>` : address;
    },
    payments:
      payments.kind === 'stripe'
        ? /^.k_live_/.test(payments.secretKey)
          ? 'live'
          : 'test'
        : payments.kind,
    linkSeconds: config.auth.linkSeconds,
    missingKeys: Object.entries(keys).flatMap(([name, key]) => (key ? [] : [name])),
    hasOwnDatabase: config.databaseUrl === undefined,
    async readDisk() {
      const { bavail, blocks, bsize } = await statfs(config.dataDir);
      return { free: bavail * bsize, total: blocks * bsize };
    },
    async readLastBackup() {
      const made = await lastMade(database);
      if (!stampFile) return made;
      const touched = await stat(stampFile).then(
        ({ mtime }) => mtime,
        () => undefined,
      );
      if (!made) return touched ?? 'no such file';
      return touched && touched > made ? touched : made;
    },
    isBackupBesideData: async () =>
      config.databaseUrl === undefined && sharesDisk(config.backup.to, config.dataDir),
    readCertificate: () => readCertificate(config.siteUrl),
    // A project never had any, and its accounts are out of reach.
    async countDemoContent() {
      if (config.supabase) return undefined;
      const { people, jobs, candidates } = await countDemoContent(database);
      return people + jobs + candidates;
    },
    findPlaceholders,
  };
}

/**
 * Recorded by `npm run backup`. A time recorded while the clock was ahead is older than it says.
 */
async function lastMade(database: Database): Promise<Date | undefined> {
  const { rows } = await database.asService.query<{ at: Date | null }>({
    text: `select max(ended_at) as at from private.backups where ended_at < now() + interval '1 hour'`,
  });
  return rows[0]?.at ?? undefined;
}
