import { Resolver } from 'node:dns';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { whatIsWrong } from '#api/say-issue.ts';
import { StartError } from '#database/start-error.ts';
import { postingLimits } from '#domain/jobs/posting-rules.ts';
import { authSettings, readAuthConfig } from './auth-config.ts';
import { backupSettings, readBackupConfig } from './backup-config.ts';
import { loadEnvironment } from './environment.ts';
import { limitsAtHome } from './limits-at-home.ts';
import { paymentsSettings, readPaymentsConfig } from './payments-config.ts';
import { describeAddress, inUrl } from './site-address.ts';
import { readTelemetryConfig, telemetrySettings } from './telemetry-config.ts';

const on = z.enum(['true', 'false']).transform((value) => value === 'true');

/** These hold data for the site's own functions alone. */
const closedSchemas = /^(staff|pg_.*|information_schema|auth|private|queue|storage)$/;

/** It goes into a header. */
const apiKey = z
  .string()
  .min(20, 'must have at least 20 characters')
  .regex(/^[!-~]+$/, 'must have only ASCII letters, digits and symbols, and no spaces');

const databaseAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://');

/** Every setting of the site. `.env.example` explains each in a line. */
export const settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z
    .string()
    .refine((host) => URL.canParse(`http://${inUrl(host)}`), {
      error: 'must be an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::1',
    })
    .default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URLS: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .pipe(z.array(databaseAddress))
    .optional(),
  DATABASE_PREPARED: z.enum(['on', 'off']).optional(),
  SEED: z.enum(['demo', 'none']).optional(),
  PAGES_MADE: z.enum(['ahead', 'asked']).default('ahead'),
  API_SCHEMAS: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .refine(
      (names) => names.every((name) => name !== '' && !closedSchemas.test(name)),
      'must be names of schemas, and none of those that hold secrets',
    )
    .refine((names) => names[0] === 'public', 'must begin with public, which the pages ask')
    .default(['public']),
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    // A path, query or user name would end up in every link.
    .refine((url) => URL.parse(url)?.pathname === '/' && /^[^?#@]+$/.test(url), {
      error: 'must be the address alone, such as https://www.example.com',
    })
    .optional(),
  SUPABASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional(),
  SUPABASE_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional(),
  TRUST_PROXY: on.default(false),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(120).default(0),
  PUBLISHABLE_KEY: apiKey
    .refine((key) => !opensAll(key), 'must be the key for browsers: everybody sees it')
    .optional(),
  SECRET_KEY: apiKey.optional(),
  JWT_KEYS: z.string().optional(),
  CREDENTIAL_KEYS: z.string().optional(),
  ANALYTICS: z.enum(['on', 'off']).default('on'),
  DNS_SERVERS: z
    .string()
    .transform((text) => text.split(',').map((server) => server.trim()))
    .refine(areNameServers, 'must be addresses as 9.9.9.9 or [2620:fe::fe]:53')
    .optional(),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[a-z\d-]{8,128}$/i, 'must be 8 to 128 letters, figures and hyphens')
    .optional(),
  FILES_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional(),
  FILES_S3_BUCKET: z.string().optional(),
  FILES_S3_REGION: z.string().default('us-east-1'),
  FILES_S3_ACCESS_KEY_ID: z.string().optional(),
  FILES_S3_SECRET_ACCESS_KEY: z.string().optional(),
  LARGEST_FILE_MB: z.coerce.number().int().min(1).max(5_000).default(50),
  FILES_MB_PER_PERSON: z.coerce.number().int().min(1).max(1_000_000).default(100),
  JOBS_UNCONFIRMED_LIVE: z.coerce
    .number()
    .int()
    .min(postingLimits.jobs_unconfirmed_live.least)
    .max(postingLimits.jobs_unconfirmed_live.most)
    .default(3),
  JOBS_REVIEW_FIRST: on.default(false),
  LEGAL_NOTICE_DAYS: z.coerce.number().int().min(1).max(90).default(14),
  EVIDENCE_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  STAFF_LOG_DETAILS_MONTHS: z.coerce.number().int().min(1).max(120).default(24),
  STAFF_FACTOR_WAIT_HOURS: z.coerce.number().int().min(1).max(720).default(24),
  APPLICATIONS_KEPT_DAYS: z.coerce.number().int().min(0).max(1_095).default(30),
  JOBS_PER_DAY: z.coerce
    .number()
    .int()
    .min(postingLimits.jobs_per_day.least)
    .max(postingLimits.jobs_per_day.most)
    .default(30),
  ...authSettings,
  ...backupSettings,
  ...paymentsSettings,
  ...telemetrySettings,
});

/**
 * Removed settings and what replaced them: nobody should rely on one that does nothing any more.
 */
const retired: Record<string, string> = {
  AUTH_REQUIRE_REAUTHENTICATION:
    'The password or a code from the mailbox is now always asked for when the sign-in is older than AUTH_RECENT_SIGN_IN_SECONDS (900). Remove it, and set that one for another age.',
  POSTINGS_UNCONFIRMED_LIVE: 'It is called JOBS_UNCONFIRMED_LIVE now.',
  POSTINGS_PER_DAY: 'It is called JOBS_PER_DAY now.',
};

/** The demo people have a password that everybody can read. */
export const noDemoContent =
  'Demo content (SEED=demo) is not for a site that others reach, as SITE_URL or TRUST_PROXY says of this one: its people share one known password. Leave SEED out, or try the site without SITE_URL first.';

export type Config = ReturnType<typeof readConfig>;

/**
 * The only reader of the environment. A `.env` file in the project's folder supplies what is not
 * set.
 */
export function readConfig(environment: NodeJS.ProcessEnv = loadEnvironment()) {
  // An empty value in a .env file means "not set"; so do spaces, which would be read as the number
  // 0.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value?.trim()),
  );
  for (const [name, successor] of Object.entries(retired)) {
    if (name in given) throw new StartError(`The setting ${name} is gone. ${successor}`);
  }
  const parsed = settings.safeParse({ ...limitsAtHome(given), ...given }, { error: whatIsWrong });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]);
    throw new StartError(
      `The setting ${name} is wrong: ${issue?.message}. It is "${hide(name, given[name])}" now; .env.example shows what it may be.`,
    );
  }
  const values = parsed.data;
  const address = describeAddress({
    host: values.HOST,
    port: values.PORT,
    givenSiteUrl: values.SITE_URL,
    hasProxy: values.TRUST_PROXY,
  });
  const { siteUrl, isReached } = address;
  if (values.SEED === 'demo' && isReached) throw new StartError(noDemoContent);
  if (values.SECRET_KEY && values.SECRET_KEY === values.PUBLISHABLE_KEY) {
    throw new StartError(
      'SECRET_KEY opens everything and everybody sees PUBLISHABLE_KEY: they must not be the same.',
    );
  }
  if (values.PORT > 0 && values.PORT === values.STRIPE_SANDBOX_PORT) {
    throw new StartError(
      `PORT and STRIPE_SANDBOX_PORT are both ${values.PORT}: the site and the payments sandbox need a port each.`,
    );
  }
  if (values.INDEXNOW_KEY && !values.SITE_URL) {
    throw new StartError(
      'INDEXNOW_KEY tells search engines about pages: set SITE_URL, the address of those pages, too.',
    );
  }
  return {
    ...address,
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseAround: readDatabaseAround(values),
    schemas: values.API_SCHEMAS,
    seed: values.SEED ?? (values.DATABASE_URL || isReached ? 'none' : 'demo'),
    makesPagesAhead: values.PAGES_MADE === 'ahead',
    /** Without the setting, pages and mails use the address at which the site was asked. */
    givenSiteUrl: values.SITE_URL ? siteUrl : undefined,
    supabase: readProject(values),
    trustProxy: values.TRUST_PROXY,
    drainSeconds: values.DRAIN_SECONDS,
    publishableKey: values.PUBLISHABLE_KEY,
    secretKey: values.SECRET_KEY,
    jwtKeys: values.JWT_KEYS,
    credentialKeys: values.CREDENTIAL_KEYS,
    countsPageViews: values.ANALYTICS === 'on',
    staffLogDetailsMonths: values.STAFF_LOG_DETAILS_MONTHS,
    staffFactorWaitHours: values.STAFF_FACTOR_WAIT_HOURS,
    evidenceDays: values.EVIDENCE_DAYS,
    legalNoticeDays: values.LEGAL_NOTICE_DAYS,
    applicationsKeptDays: values.APPLICATIONS_KEPT_DAYS,
    backup: readBackupConfig(values),
    jobLimits: {
      unconfirmedLive: values.JOBS_UNCONFIRMED_LIVE,
      perDay: values.JOBS_PER_DAY,
      reviewsFirst: values.JOBS_REVIEW_FIRST,
    },
    messageLimits: values.OTHER_LIMITS,
    fileLimits: {
      largestMb: values.LARGEST_FILE_MB,
      mbPerPerson: values.FILES_MB_PER_PERSON,
    },
    s3: readS3(values),
    dnsServers: values.DNS_SERVERS,
    indexNowKey: values.INDEXNOW_KEY,
    payments: readPaymentsConfig(values, values.SITE_URL),
    ...readTelemetryConfig(values),
    ...readAuthConfig(values, address, values.SITE_URL ? siteUrl : undefined),
  };
}

/**
 * Whether a key identifies itself as one for servers: ours, a Supabase project's, or one of the
 * tokens that projects had before.
 */
function opensAll(key: string): boolean {
  const claims = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString();
  return key.startsWith('sb_secret_') || /"role":\s*"service_role"/.test(claims);
}

/** What surrounds the database: a pooler, which some connections must bypass, and replicas. */
function readDatabaseAround(values: z.infer<typeof settings>) {
  const {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_REPLICA_URLS: replicaUrls = [],
    DATABASE_PREPARED: prepared = directUrl ? 'off' : 'on',
  } = values;
  if (!url && (directUrl || replicaUrls.length > 0 || values.DATABASE_PREPARED)) {
    throw new StartError(
      'DATABASE_DIRECT_URL, DATABASE_REPLICA_URLS and DATABASE_PREPARED belong to the PostgreSQL in DATABASE_URL: set that, too.',
    );
  }
  return { directUrl, replicaUrls, prepares: prepared === 'on' };
}

/**
 * A Supabase project that provides accounts, tables, files and live updates in place of this
 * process.
 */
function readProject(values: z.infer<typeof settings>) {
  if (!values.SUPABASE_URL) return undefined;
  if (!values.DATABASE_URL || !values.PUBLISHABLE_KEY || !values.SECRET_KEY) {
    throw new StartError(
      'SUPABASE_URL names a Supabase project: set DATABASE_URL to the direct address of its database, PUBLISHABLE_KEY to its publishable key and SECRET_KEY to its secret key as well.',
    );
  }
  const url = values.SUPABASE_URL.replace(/\/+$/, '');
  return { url, issuer: values.SUPABASE_ISSUER ?? `${url}/auth/v1` };
}

/** All of it or nothing: files must not end up in two places by mistake. */
function readS3(values: z.infer<typeof settings>) {
  const {
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_BUCKET: bucket,
    FILES_S3_REGION: region,
    FILES_S3_ACCESS_KEY_ID: accessKeyId,
    FILES_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = values;
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return undefined;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    throw new StartError(
      'Files go to an S3-compatible store only when FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY are all set.',
    );
  }
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

function areNameServers(servers: string[]): boolean {
  try {
    new Resolver().setServers(servers);
    return servers.every(
      (server) => isIP(server) || /^(\d+\.[\d.]+|\[[\da-f:]+\])(:\d+)?$/i.test(server),
    );
  } catch {
    return false;
  }
}

function hide(name: string, value: string | undefined): string {
  return /(^|_)(KEYS?|URLS?|SECRET|TOKEN|HEADERS)(_|$)/.test(name) && name !== 'SITE_URL'
    ? 'hidden here'
    : (value ?? '');
}
