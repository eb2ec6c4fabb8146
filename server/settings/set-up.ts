import { stat, statfs } from 'node:fs/promises';
import type { SetUp } from '#api/running.ts';
import type { Database } from '#database/database.ts';
import { countDemoContent } from '#database/seed/demo-content.ts';
import { senderOf } from '../outside/sender.ts';
import type { Config } from './config.ts';

/** What staff are told of how the process was set up. */
export function describeSetUp(
  config: Config,
  database: Database,
  findPlaceholders: SetUp['findPlaceholders'],
): SetUp {
  const { payments, backupStampFile } = config;
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
      const from = senderOf(config.mail.from);
      return typeof from === 'string' ? from : `${from.name} <${from.address}>`;
    },
    payments:
      payments.kind === 'stripe'
        ? /^.k_live_/.test(payments.secretKey)
          ? 'live'
          : 'test'
        : payments.kind,
    missingKeys: Object.entries(keys).flatMap(([name, key]) => (key ? [] : [name])),
    hasOwnDatabase: config.databaseUrl === undefined,
    async readDisk() {
      const { bavail, blocks, bsize } = await statfs(config.dataDir);
      return { free: bavail * bsize, total: blocks * bsize };
    },
    async readLastBackup() {
      if (!backupStampFile) return undefined;
      return stat(backupStampFile).then(
        ({ mtime }) => mtime,
        () => 'no such file' as const,
      );
    },
    // In a project there never was any, and its accounts are out of reach.
    async countDemoContent() {
      if (config.supabase) return undefined;
      const { people, jobs, candidates } = await countDemoContent(database);
      return people + jobs + candidates;
    },
    findPlaceholders,
  };
}
