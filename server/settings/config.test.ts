import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('settings', () => {
  it('have sensible defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      seed: 'demo',
      siteUrl: 'http://127.0.0.1:3000',
      isReached: false,
      isLocal: true,
      trustProxy: false,
      jobLimits: { unconfirmedLive: 1_000, perDay: 100_000 },
    });
  });

  it('put no demo content into an external database', () => {
    expect(readConfig({ DATABASE_URL: 'postgresql://db.example/site' }).seed).toBe('none');
  });

  it('treat an empty value as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(3000);
  });

  for (const [name, value] of [
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['SEED', 'yes'],
    ['PAGES_MADE', 'later'],
    ['SITE_URL', 'example'],
    ['SITE_URL', 'http://'],
    ['SITE_URL', 'ftp://files.example'],
    ['TRUST_PROXY', 'maybe'],
    ['DATABASE_URL', 'mysql://db.example/site'],
    ['DATABASE_DIRECT_URL', 'db.example'],
    ['DATABASE_REPLICA_URLS', 'postgres://one.example/site, two.example'],
    ['DATABASE_PREPARED', 'sometimes'],
    ['SECRET_KEY', 'short'],
    ['ANALYTICS', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT', '70000'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['JOBS_PER_DAY', '0'],
    ['STAFF_LOG_DETAILS_MONTHS', '0'],
    ['STAFF_FACTOR_WAIT_HOURS', '0'],
    ['JOBS_REVIEW_FIRST', 'maybe'],
    ['EVIDENCE_DAYS', '0'],
    ['APPLICATIONS_KEPT_DAYS', '-1'],
    ['INDEXNOW_KEY', 'a/../b.txt'],
    ['INDEXNOW_KEY', 'short'],
    ['LARGEST_FILE_MB', '0'],
    ['FILES_MB_PER_PERSON', 'much'],
    ['JOBS_UNCONFIRMED_LIVE', 'many'],
    ['API_SCHEMAS', 'reports'],
    ['API_SCHEMAS', 'reports,public'],
    ['HOST', '999.1.1.1'],
    ['HOST', 'my host'],
    ['PUBLISHABLE_KEY', 'a key of many words, indeed'],
    ['SECRET_KEY', 'ein Schlüssel-mit-Umlaut'],
    ['DNS_SERVERS', '999.9.9.9'],
    ['DNS_SERVERS', '[::::]:53'],
    ['SUPABASE_ISSUER', 'project'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtps://user:pass/word@mail.example.com'],
    ['SMTP_URL', 'smtps://user:pass#word@mail.example.com'],
    ['SMTP_URL', 'smtps://user:100%@mail.example.com'],
    ['MAIL_FROM', 'Your Company'],
    ['MAIL_FROM', 'one@example.com, two@example.com'],
    ['MAIL_FROM', 'Your Company <hello@example.com'],
    ['AUTH_REDIRECT_URLS', 'preview.example.com'],
    ['AUTH_REDIRECT_URLS', 'https://**'],
    ['AUTH_REDIRECT_URLS', 'https://**.com/'],
    ['AUTH_REDIRECT_URLS', 'https://example.com**'],
    ['AUTH_REDIRECT_URLS', 'https://**.example.co?/'],
    ['AUTH_REDIRECT_URLS', 'https://preview.example.com/**, javascript://x'],
    ['AUTH_MICROSOFT_TENANT', 'common/../other'],
  ] as const) {
    it(`refuse ${name}=${value} and say which setting it is`, () => {
      expect(() => readConfig({ [name]: value })).toThrow(`The setting ${name} is wrong`);
    });
  }

  it('accept valid mail servers, senders and redirect addresses', () => {
    for (const SMTP_URL of [
      'smtp://127.0.0.1:25',
      'smtps://user%40example.com:p%2Fw@mail.example.com',
      'smtp://user:p@ss@mail.example.com:587/?requireTLS=true',
    ]) {
      expect(readConfig({ SMTP_URL }).mail.smtpUrl).toBe(SMTP_URL);
    }
    for (const MAIL_FROM of ['hello@example.com', 'Acme, Inc. <hello@example.com>']) {
      expect(readConfig({ MAIL_FROM }).mail.from).toBe(MAIL_FROM);
    }
    const AUTH_REDIRECT_URLS =
      'https://preview-*.example.com/**, http://localhost:*/**, com.example.app://**';
    expect(readConfig({ AUTH_REDIRECT_URLS }).auth.redirectUrls).toHaveLength(3);
  });

  it('refuse the same port for two purposes', () => {
    expect(() => readConfig({ PORT: '4604', STRIPE_SANDBOX_PORT: '4604' })).toThrow(/a port each/);
    expect(readConfig({ PORT: '0', STRIPE_SANDBOX_PORT: '0' }).port).toBe(0);
  });

  it('refuse a backup bucket without its credentials, because erasures are recorded there', () => {
    const BACKUP_TO = 's3://safe/site';
    expect(() => readConfig({ BACKUP_TO })).toThrow(/BACKUP_TO names a bucket: set BACKUP_S3_/);
  });

  it('open no metrics port, and trace nothing, unless asked to', () => {
    expect(readConfig({})).toMatchObject({ metrics: undefined, traces: undefined });
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
    const OTEL_EXPORTER_OTLP_HEADERS = 'x-api-key=a%20secret, x-team=site';
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
    expect(
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS }).traces?.headers,
    ).toEqual({ 'x-api-key': 'a secret', 'x-team': 'site' });
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS })).toThrow(/ENDPOINT, too/);
    expect(() =>
      readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' }),
    ).toThrow(/^The setting OTEL_EXPORTER_OTLP_HEADERS is wrong(?!.*hunter2)/);
  });

  it('inform search engines only about a site with an address', () => {
    const INDEXNOW_KEY = '3f1c9a7e52d84b06';
    expect(() => readConfig({ INDEXNOW_KEY })).toThrow(/set SITE_URL/);
    const { indexNowKey } = readConfig({ INDEXNOW_KEY, SITE_URL: 'https://site.example' });
    expect(indexNowKey).toBe(INDEXNOW_KEY);
  });

  it('describe what surrounds an external database, and nothing without one', () => {
    const DATABASE_URL = 'postgres://owner@pooler.example/site';
    const DATABASE_DIRECT_URL = 'postgres://owner@db.example/site';
    const around = (given: Record<string, string>) => readConfig(given).databaseAround;
    expect(around({ DATABASE_URL })).toEqual({
      directUrl: undefined,
      replicaUrls: [],
      prepares: true,
    });
    const DATABASE_REPLICA_URLS = 'postgres://one.example/site, postgres://two.example/site';
    expect(around({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_REPLICA_URLS })).toEqual({
      directUrl: DATABASE_DIRECT_URL,
      replicaUrls: ['postgres://one.example/site', 'postgres://two.example/site'],
      prepares: false,
    });
    expect(around({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PREPARED: 'on' }).prepares).toBe(
      true,
    );
    for (const alone of [
      { DATABASE_DIRECT_URL },
      { DATABASE_REPLICA_URLS },
      { DATABASE_PREPARED: 'off' },
    ]) {
      expect(() => readConfig(alone)).toThrow(/belong to the PostgreSQL in DATABASE_URL/);
    }
  });

  it('accept a Supabase project only with its database and its keys', () => {
    const SUPABASE_URL = 'https://project.example/';
    const project = {
      SUPABASE_URL,
      DATABASE_URL: 'postgresql://owner@db.project.example/postgres',
      PUBLISHABLE_KEY: 'sb_publishable_of_the_project',
    };
    const missing = /set DATABASE_URL .*, PUBLISHABLE_KEY .* and SECRET_KEY/;
    expect(() => readConfig({ SUPABASE_URL })).toThrow(missing);
    expect(() => readConfig(project)).toThrow(missing);
    const { supabase } = readConfig({ ...project, SECRET_KEY: 'sb_secret_of_the_project' });
    expect(supabase).toEqual({
      url: 'https://project.example',
      issuer: 'https://project.example/auth/v1',
    });
  });

  it('that are only half set are refused, not silently off', () => {
    const halves = {
      AUTH_CAPTCHA_PROVIDER: 'turnstile',
      AUTH_CAPTCHA_SECRET: 'a secret',
      AUTH_GOOGLE_CLIENT_ID: 'an id',
      AUTH_LINKEDIN_CLIENT_SECRET: 'a secret',
      AUTH_MICROSOFT_CLIENT_ID: 'an id',
      AUTH_GITHUB_CLIENT_SECRET: 'a secret',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_FROM: '+15550001111',
    };
    for (const [name, value] of Object.entries(halves)) {
      expect(() => readConfig({ [name]: value }), name).toThrow(/belong together: set \w+/);
    }
    const AUTH_CAPTCHA_SECRET = 'a secret';
    const whole = readConfig({ AUTH_CAPTCHA_PROVIDER: 'turnstile', AUTH_CAPTCHA_SECRET });
    expect(whole.captcha).toEqual({ provider: 'turnstile', secret: AUTH_CAPTCHA_SECRET });
  });

  it('that contradict each other are refused', () => {
    const both = { AUTH_AUTOCONFIRM: 'true', AUTH_REQUIRE_CONFIRMATION: 'true' };
    expect(() => readConfig(both)).toThrow(/leave one of them out/);
  });

  it('put no all-powerful key where everybody can see it', () => {
    const claims = { role: 'service_role', iss: 'supabase', ref: 'abcdefghijklmnop' };
    const encoded = Buffer.from(JSON.stringify(claims)).toString('base64url');
    for (const key of [
      `sb_secret_${'x'.repeat(30)}`,
      `eyJhbGciOiJIUzI1NiJ9.${encoded}.c2lnbmF0dXJl`,
    ]) {
      expect(() => readConfig({ PUBLISHABLE_KEY: key })).toThrow(/everybody sees it/);
    }
    const same = 'x'.repeat(30);
    expect(() => readConfig({ PUBLISHABLE_KEY: same, SECRET_KEY: same })).toThrow(
      /not be the same/,
    );
    expect(readConfig({ PUBLISHABLE_KEY: same }).publishableKey).toBe(same);
  });

  it('that are only spaces count as not set: no number is read as 0', () => {
    const { auth, port } = readConfig({ AUTH_SESSION_DAYS: '  ', PORT: ' ' });
    expect([auth.sessionLongestSeconds, port]).toEqual([180 * 86_400, 3000]);
  });

  it('limit little on somebody’s own machine, and as usual wherever mail goes out or people come in', () => {
    const counted = (given: NodeJS.ProcessEnv = {}) => {
      const { auth, jobLimits, messageLimits } = readConfig(given);
      const { letterTo, letterFrom, account, passwordOfAddress, paymentPage } = auth.limits;
      return [
        ...[letterTo?.count, letterFrom?.count, account?.count, passwordOfAddress?.free],
        ...[jobLimits.unconfirmedLive, jobLimits.perDay, auth.refusesCommonPasswords],
        ...[messageLimits, paymentPage?.count],
      ];
    };
    const usual = [1, 30, 30, 10, 3, 30, true, 'usual', undefined];
    const wide = [100, 100_000, 100_000, 10, 1_000, 100_000, false, 'wide', 100_000];
    expect(counted()).toEqual(wide);
    expect(counted({ SITE_URL: 'http://localhost:3000' })).toEqual(wide);
    const AUTH_LIMIT_LETTERS_PER_ADDRESS = '2/60';
    expect(counted({ AUTH_LIMIT_LETTERS_PER_ADDRESS })).toEqual([2, ...wide.slice(1)]);
    const reached: Record<string, string>[] = [
      { SITE_URL: 'https://site.example' },
      { SITE_URL: 'http://192.168.1.7' },
      { HOST: '0.0.0.0' },
      { HOST: '0.0.0.0', SITE_URL: 'http://localhost:3000' },
      { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'secret', TWILIO_FROM: '+15005550006' },
      { TRUST_PROXY: 'true' },
      { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'site@site.example' },
      { DATABASE_URL: 'postgres://owner@db.example/site' },
    ];
    for (const given of reached) {
      expect([given, counted(given)]).toEqual([given, usual]);
    }
  });

  it('refuse a limit that counts nothing or never ends', () => {
    for (const value of ['0/60', '30/0', '00/60', '30', `${'9'.repeat(20)}/60`]) {
      expect(() => readConfig({ AUTH_LIMIT_TOKENS: value }), value).toThrow(/a count and seconds/);
    }
  });

  it('accept only the bare origin as the site’s address', () => {
    for (const SITE_URL of [
      'https://site.example/jobs',
      'https://site.example?ref=1',
      'https://owner:password@site.example',
      'https://site.example/#top',
    ]) {
      expect(() => readConfig({ SITE_URL }), SITE_URL).toThrow(/the address alone/);
    }
    expect(readConfig({ SITE_URL: 'https://site.example/' }).siteUrl).toBe('https://site.example');
  });

  it('of a collector say what is wrong with them', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
    const OTEL_EXPORTER_OTLP_HEADERS = 'x-api-key=100%';
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS })).toThrow(
      /^The setting OTEL_EXPORTER_OTLP_HEADERS is wrong/,
    );
  });

  it('never repeat a secret in the message', () => {
    expect(() => readConfig({ SECRET_KEY: 'hunter2' })).toThrow(/^(?!.*hunter2)/);
  });

  it('that are retired say what replaced them', () => {
    for (const value of ['true', 'false']) {
      expect(() => readConfig({ AUTH_REQUIRE_REAUTHENTICATION: value })).toThrow(
        /AUTH_REQUIRE_REAUTHENTICATION is gone.*AUTH_RECENT_SIGN_IN_SECONDS/,
      );
    }
    expect(readConfig({ AUTH_REQUIRE_REAUTHENTICATION: '' }).port).toBe(3000);
  });
});

it.each([
  ['PORT', 'abc', 'must be a number'],
  ['PORT', '99999', 'must be at most 65535'],
  ['LEGAL_NOTICE_DAYS', '-1', 'must be at least 1'],
  ['LEGAL_NOTICE_DAYS', '1.5', 'must be a whole number'],
  ['TRUST_PROXY', 'yes', 'must be "true" or "false"'],
  ['LOG_LEVEL', 'loud', 'must be "debug", "info", "warn", "error" or "silent"'],
])('%s=%s is refused in words that an operator understands: %s', (name, value, words) => {
  expect(() => readConfig({ [name]: value })).toThrow(`The setting ${name} is wrong: ${words}.`);
});
