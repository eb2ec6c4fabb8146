import { expect, it } from 'vitest';
import { settings } from './config.ts';
import { unreadSettings } from './unread-settings.ts';

it.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URLS', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['TRUST_PROXI', 'TRUST_PROXY'],
  ['STRIPE_PUBLISHABLE_KEY', undefined],
  ['AUTH_GITLAB_CLIENT_ID', undefined],
])('%s is not a setting, and may mean %s', (name, meant) => {
  expect(unreadSettings({ [name]: 'x' })).toEqual([{ name, meant }]);
  expect(unreadSettings({ [name]: '' })).toEqual([]);
});

it('known settings, and variables that machines, proxies and containers set, are not reported', () => {
  const theirs = ['PATH', 'HOME', 'TMPDIR', 'NODE_ENV', 'NODE_OPTIONS', 'MALLOC_ARENA_MAX'].concat(
    ['npm_config_cache', 'SITE_NAME', 'POSTGRES_PASSWORD', 'BACKUPS', 'HOSTNAME', 'INVOCATION_ID'],
    ['JOURNAL_STREAM', 'PGPASSWORD', 'LOGNAME', 'MAIL', 'http_proxy', 'OTEL_RESOURCE_ATTRIBUTES'],
  );
  const names = [...Object.keys(settings.shape), ...theirs];
  expect(unreadSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
});
