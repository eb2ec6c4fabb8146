import type { SetUp } from '#api/running.ts';
import { siteUrl } from './site-url.ts';

/** A local site without any settings. */
export const testSetUp: SetUp = {
  isReached: false,
  siteUrl,
  hasAddress: false,
  isHttps: false,
  trustsProxy: false,
  hasMailServer: false,
  mailFrom: 'test@site.test',
  payments: 'sandbox',
  linkSeconds: 3_600,
  missingKeys: [],
  hasOwnDatabase: true,
  readDisk: async () => ({ free: 50 * 1024 ** 3, total: 100 * 1024 ** 3 }),
  readLastBackup: async () => undefined,
  isBackupBesideData: async () => false,
  readCertificate: async () => undefined,
  countDemoContent: async () => 0,
  findPlaceholders: async () => [],
};
