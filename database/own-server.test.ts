import { afterAll, describe, expect, inject, it } from 'vitest';
import { asAdmin, cloneDatabase } from '#test/support/engine.ts';
import { startOwnServer } from '#test/support/own-server.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const own = await startOwnServer();
afterAll(() => own.stop());

async function openOwn(name: string) {
  const admin = { connectionString: await own.addressOf(name) };
  return { admin, login: await migrate(admin) };
}

describe('logging in', () => {
  it('is as the restricted login at a server of one’s own, on each kind of connection', async () => {
    const { login } = await openOwn('logins');
    expect(await whoIsThere(login, { ...own.admin, database: 'logins' })).toEqual({
      asks: 'logins_login',
      connected: ['logins_login'],
    });
  });

  it('is as the restricted login at the embedded engine, on each kind of connection', async () => {
    const clone = await cloneDatabase(inject('engine'));
    try {
      expect(await whoIsThere(clone.login, clone.admin)).toEqual({
        asks: 'site_template_login',
        connected: ['site_template_login'],
      });
    } finally {
      await clone.drop();
    }
  });
});

/** Whom the database takes the site for: in a statement, and on every open connection. */
async function whoIsThere(
  login: Parameters<typeof openDatabase>[0],
  admin: Parameters<typeof asAdmin>[0],
) {
  const database = openDatabase(login, 2);
  const connected: string[] = [];
  try {
    await database.listen('any', () => {});
    const { rows } = await database.query<{ name: string }>({ text: 'select session_user as name' });
    await asAdmin(admin, async (client) => {
      const { rows: there } = await client.query<{ name: string }>(
        `select distinct usename as name from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
      connected.push(...there.map(({ name }) => name));
    });
    return { asks: rows[0]?.name, connected };
  } finally {
    await database.close();
  }
}
