import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { asAdmin, cloneDatabase } from '#test/support/engine.ts';
import { startOwnServer } from '#test/support/own-server.ts';
import { readDatabaseAddress } from './address.ts';
import { openDatabase } from './database.ts';
import { inTurn } from './in-turn.ts';
import { migrate } from './migrate.ts';
import { withClient } from './open-client.ts';
import { seedDemo } from './seed/seed.ts';

// Each test brings up a whole database, beside others on few processors. Configured as an
// administrator abroad may have done.
const own = await startOwnServer({
  datestyle: 'German, DMY',
  intervalstyle: 'iso_8601',
  timezone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  extra_float_digits: '0',
  default_transaction_isolation: 'serializable',
});
afterAll(() => own.stop());

/** The site's, with an owner who is not a superuser. */
const admin = readDatabaseAddress(await own.addressOf('wide'));
const login = await migrate(admin);

const asSuperuser = (text: string) =>
  asAdmin({ ...own.admin, database: 'wide' }, (client) => client.query(text));

describe('logging in', () => {
  it('uses the restricted login on an external server, on every kind of connection', async () => {
    expect(await whoIsThere(login, { ...own.admin, database: 'wide' })).toEqual({
      asks: 'wide_login',
      connected: ['wide_login'],
    });
  });

  it('uses the restricted login on the embedded engine, on every kind of connection', async () => {
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

describe('values', () => {
  it.each([
    ['the login', login],
    ['the owner', admin],
  ])(
    'are written for %s in the site’s format, whatever the server’s settings',
    async (_who, config) => {
      const { rows } = await withClient(config, (client) =>
        client.query(`select timestamptz '2026-11-27 09:00:00.25Z' as moment, date '2026-11-27'::text as day,
          json_build_object('at', timestamptz '2026-11-27 09:00Z') as json, interval '90 minutes'::text as wait,
          bytea '\\x00ff'::text as bytes, 0.1::float8 + 0.2 as sum,
          current_setting('transaction_isolation') as isolation`),
      );
      expect(rows).toEqual([
        {
          moment: new Date('2026-11-27T09:00:00.25Z'),
          day: '2026-11-27',
          json: { at: '2026-11-27T09:00:00+00:00' },
          wait: '01:30:00',
          bytes: '\\x00ff',
          sum: 0.1 + 0.2,
          isolation: 'read committed',
        },
      ]);
    },
  );
});

describe('the start', () => {
  it.each([
    ['alter role wide_login superuser', 'it is a superuser', 'alter role wide_login nosuperuser'],
    [
      'alter role wide_login bypassrls',
      'it passes row-level security by',
      'alter role wide_login nobypassrls',
    ],
    ['alter role wide_login createrole', 'it makes roles', 'alter role wide_login nocreaterole'],
    [
      'grant pg_read_all_data to wide_login',
      'it may become pg_read_all_data',
      'revoke pg_read_all_data from wide_login',
    ],
    [
      'create table kept (); alter table kept owner to wide_login',
      'it owns something',
      'drop table kept',
    ],
  ])('refuses after: %s', async (widen, fault, narrow) => {
    await asSuperuser(widen);
    await expect(migrate(admin)).rejects.toThrow(
      `The role "wide_login", as which the site logs in, could do more than it should: ${fault}`,
    );
    await asSuperuser(narrow);
    expect(await migrate(admin)).toEqual(login);
  });

  it('leaves no table unreadable to functions whose owner is not a superuser', async () => {
    await asAdmin({ ...own.admin, database: 'wide' }, async (client) => {
      const { rows } = await client.query(
        `select c.oid::regclass::text as table from pg_class c
          where c.relkind in ('r', 'v') and not has_table_privilege('owner', c.oid, 'select')
            and c.relnamespace::regnamespace::text !~ '^(pg_.*|information_schema)$'`,
      );
      expect(rows).toEqual([]);
    });
  });

  it('creates the login again where a dump brought the data without it', async () => {
    await asSuperuser('drop owned by wide_login; drop role wide_login');
    expect(await migrate(admin)).toEqual(login);
  });

  it('leaves a read-only server as it is', async () => {
    await asSuperuser('alter database wide set default_transaction_read_only = on');
    expect(await migrate(admin)).toEqual(login);
    const write = withClient(login, (client) => client.query('create temporary table mine ()'));
    await expect(write).rejects.toMatchObject({ code: '25006' });
    await asSuperuser('alter database wide reset default_transaction_read_only');
  });

  it('says which settings an owner who may no longer alter roles cannot set, if the server’s differ', async () => {
    await asSuperuser('alter role owner nocreaterole; alter role wide_login reset bytea_output');
    await expect(migrate(admin)).rejects.toThrow(
      /As a superuser: alter role wide_login set bytea_output = 'hex'\.$/,
    );
    await asSuperuser(`alter role wide_login set bytea_output = 'hex';
      alter role wide_login reset transform_null_equals`);
    expect(await migrate(admin)).toEqual(login);
    await asSuperuser('alter role owner createrole');
  });

  it('accepts an existing database with the encoding SQL_ASCII and the C locale', async () => {
    const change = (words: string) =>
      asAdmin(own.admin, (client) =>
        client.query(`update pg_database as d set ${words} and d.datname = 'wide'`),
      );
    await change(`encoding = 0, datlocprovider = 'c', datlocale = null, datctype = 'C' where true`);
    expect(await migrate(admin)).toEqual(login);
    await change(`encoding = o.encoding, datlocprovider = o.datlocprovider, datlocale = o.datlocale,
      datctype = o.datctype from pg_database as o where o.datname = 'template1'`);
  });

  it.each([
    ["encoding 'LATIN1' locale_provider libc locale 'C'", 'stores text as LATIN1'],
    ["encoding 'UTF8' locale_provider icu icu_locale 'tr-TR'", 'lowercases letters by the rules'],
    ["encoding 'UTF8' locale_provider libc locale 'C'", 'lowercases letters by the rules'],
  ])('refuses a new database with %s', async (how, fault) => {
    await asSuperuser(`create database strange template template0 ${how}`);
    await expect(migrate({ ...own.admin, database: 'strange' })).rejects.toThrow(fault);
    await asSuperuser('drop database strange with (force)');
  });

  it('says what an owner lacks who may not create roles, or did not create the existing ones', async () => {
    await asSuperuser('create role stranger login createrole bypassrls');
    const stranger = { ...own.admin, user: 'stranger', database: 'postgres' };
    await expect(migrate(stranger)).rejects.toThrow(
      'roles of another site (anon, authenticated, service_role, staff_keeper), which "stranger" may not give',
    );
    // On a server without a site.
    const fresh = await startOwnServer();
    try {
      await asAdmin(fresh.admin, (client) => client.query('create role weak login createrole'));
      await expect(migrate({ ...fresh.admin, user: 'weak' })).rejects.toThrow(
        'alter role "weak" createrole bypassrls',
      );
    } finally {
      await fresh.stop();
    }
  });

  it('leaves nothing of an interrupted first set-up, so that two processes start on it together and add the demo content once', async () => {
    const cut = readDatabaseAddress(await own.addressOf('cut'));
    const folder = mkdtempSync(join(tmpdir(), 'cut-off-'));
    for (const part of ['platform', 'migrations', 'rules']) {
      cpSync(join(import.meta.dirname, part), join(folder, part), { recursive: true });
    }
    writeFileSync(join(folder, 'migrations', '9999_cut.sql'), 'select 1/0;');
    await expect(migrate(cut, () => {}, folder)).rejects.toThrow('9999_cut.sql failed');
    rmSync(folder, { recursive: true });
    await asAdmin({ ...own.admin, database: 'cut' }, async (client) => {
      const { rows } = await client.query(
        `select nspname from pg_namespace where nspname !~ '^(pg_|information_schema$)' order by 1`,
      );
      // The queue's own set-up ran beside ours, and its tables are empty.
      expect(rows).toEqual([{ nspname: 'graphile_worker' }, { nspname: 'public' }]);
    });
    const steps: string[] = [];
    await Promise.all(
      [1, 2].map(async () => {
        const database = openDatabase(await migrate(cut), 2);
        await inTurn(cut, 'seed', () => seedDemo(database, (step) => steps.push(step)));
        await database.close();
      }),
    );
    expect(steps).toEqual(['Adding demo content']);
  });
});

describe('an address', () => {
  it.each([
    [
      'postgres://u%40x:p%2Fw@db.example:6432/site?sslmode=disable&application_name=x&pgbouncer=true',
      {
        user: 'u@x',
        password: 'p/w',
        host: 'db.example',
        port: 6432,
        database: 'site',
        ssl: false,
      },
    ],
    [
      'postgresql://u@/site?host=/var/run/postgresql&options=-c%20geqo%3Doff',
      { user: 'u', host: '/var/run/postgresql', database: 'site', options: '-c geqo=off' },
    ],
    ['postgres://u:p@[::1]/', { user: 'u', password: 'p', host: '::1', database: 'u' }],
    [
      'postgres://u@db.example/site?sslmode=verify-full',
      { user: 'u', host: 'db.example', database: 'site', ssl: {} },
    ],
  ])('%s becomes fields', (address, fields) => {
    expect(readDatabaseAddress(address)).toEqual(fields);
  });

  it.each([
    ['postgres://u:p@one:5432,two:5432/site', /names several hosts/],
    ['postgres://u:p/w#x@db.example/site', /is not the address of a PostgreSQL/],
    ['postgres://u@db.example/site?sslrootcert=/nowhere/ca.pem', /certificate .* cannot be read/],
  ])('%s is refused in a sentence', (address, sentence) => {
    expect(() => readDatabaseAddress(address)).toThrow(sentence);
  });
});

/** Which role the database sees: in a query, and on every open connection. */
async function whoIsThere(
  login: Parameters<typeof openDatabase>[0],
  admin: Parameters<typeof asAdmin>[0],
) {
  const database = openDatabase(login, 2);
  const connected: string[] = [];
  try {
    await database.listen('any', () => {});
    const { rows } = await database.asService.query<{ name: string }>({
      text: 'select session_user as name',
    });
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
