import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { openTestApi } from '#test/support/test-api.ts';
import { type Caller, openDatabase } from './database.ts';
import { onBehalfOf } from './on-behalf-of.ts';

const { database, asAdmin, login } = await openTestApi();

const person: Caller = {
  role: 'authenticated',
  claims: {
    sub: 'c0000000-0000-4000-8000-000000000001',
    role: 'authenticated',
    email: 'p@x.example',
  },
  request: { method: 'GET', path: '/rest/v1/jobs', headers: { 'x-test': 'yes' } },
};
const anonymous: Caller = { role: 'anon', claims: { role: 'anon' } };

describe('asking as a caller', () => {
  it('runs with the caller’s role, claims and request', async () => {
    const { rows } = await database.askAs(person, {
      text: `select current_user as role, auth.uid() as uid, auth.role() as claimed, auth.email() as email,
        current_setting('request.method') as method, current_setting('request.path') as path,
        current_setting('request.headers')::json ->> 'x-test' as header`,
    });
    expect(rows).toEqual([
      {
        role: 'authenticated',
        uid: person.claims.sub,
        claimed: 'authenticated',
        email: 'p@x.example',
        method: 'GET',
        path: '/rest/v1/jobs',
        header: 'yes',
      },
    ]);
  });

  it('leaves nothing of one caller to the next on the same connection', async () => {
    const one = openDatabase(login, 1);
    try {
      await one.askAs(person, { text: 'select 1' });
      await one.asCaller(person, (session) => session.query({ text: 'select 1' }));
      await one.askAs(person, { text: 'select 1/0' }).catch(() => {});
      const { rows } = await one.askAs(anonymous, {
        text: `select current_user as role, auth.uid() as uid, current_setting('request.path') as path`,
      });
      expect(rows).toEqual([{ role: 'anon', uid: null, path: '' }]);
    } finally {
      await one.close();
    }
  });

  it('keeps a hundred concurrent callers apart', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const sub = `c0000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
        const { rows } = await database.askAs<{ uid: string }>(
          { role: 'authenticated', claims: { sub } },
          { name: 'who am i', text: 'select auth.uid() as uid, pg_sleep(0.001)' },
        );
        return rows[0]?.uid === sub;
      }),
    );
    expect(answers.every(Boolean)).toBe(true);
  });

  it('may not write when it only reads', async () => {
    const attempt = database.askAs(
      { role: 'service_role', claims: {} },
      { text: 'delete from public.jobs' },
      { readOnly: true },
    );
    await expect(attempt).rejects.toMatchObject({ code: '25006' });
  });

  it('rolls back when the work fails', async () => {
    const attempt = database.asService.transaction(async (session) => {
      await session.query({ text: `insert into auth.users (id) values (gen_random_uuid())` });
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    const { rows } = await database.asService.query({
      text: 'select count(*)::int from auth.users',
    });
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('runs several queries in one round trip, all of them or none', async () => {
    const id = crypto.randomUUID();
    const adding = { text: 'insert into auth.users (id) values ($1)', values: [id] };
    const looking = { text: 'select id from auth.users where id = $1', values: [id] };
    const failing = database.asService.queryAll([adding, { text: 'select 1/0' }]);
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect((await database.asService.query(looking)).rows).toEqual([]);
    const [added, found] = await database.asService.queryAll<[unknown, { id: string }]>([
      adding,
      looking,
    ]);
    expect(added.rowCount).toBe(1);
    expect(found.rows).toEqual([{ id }]);
  });

  it('recovers after the first query of a transaction has failed', async () => {
    const one = openDatabase(login, 1);
    try {
      const failing = one.asService.transaction((session) => session.query({ text: 'select 1/0' }));
      await expect(failing).rejects.toMatchObject({ code: '22012' });
      const { rows } = await one.asService.query<{ sum: number }>({ text: 'select 1 + 1 as sum' });
      expect(rows).toEqual([{ sum: 2 }]);
    } finally {
      await one.close();
    }
  });

  it('prepares a named query again after its first use failed', async () => {
    const text = 'select 10 / $1::int as share';
    const name = 'share';
    await expect(database.askAs(anonymous, { name, text, values: [0] })).rejects.toMatchObject({
      code: '22012',
    });
    const { rows } = await database.askAs(anonymous, { name, text, values: [5] });
    expect(rows).toEqual([{ share: 2 }]);
  });

  it('asks for the row description of a prepared query once, and uses it for later rows', async () => {
    const one = openDatabase(login, 1);
    const describing = vi.spyOn(pg.Connection.prototype, 'describe');
    const pair = (n: number) => ({
      name: 'pair',
      text: 'select 10 / $1::int as a, $2::text as b',
      values: [n, `b${n}`],
    });
    const other = { name: 'other', text: 'select true as c' };
    try {
      await one.asService.queryAll([pair(1), other]);
      const described = describing.mock.calls.length;
      const answers = await one.asService.queryAll([pair(2), other, pair(5)]);
      expect(answers.map(({ rows }) => rows)).toEqual([
        [{ a: 5, b: 'b2' }],
        [{ c: true }],
        [{ a: 2, b: 'b5' }],
      ]);
      await expect(one.asService.queryAll([pair(10), pair(0), other])).rejects.toMatchObject({
        code: '22012',
      });
      expect((await one.asService.query(pair(10))).rows).toEqual([{ a: 1, b: 'b10' }]);
      expect(describing.mock.calls.length).toBe(described);
    } finally {
      describing.mockRestore();
      await one.close();
    }
  });

  it('cancels a visitor’s query after three seconds', async () => {
    const attempt = database.askAs(anonymous, { text: 'select pg_sleep(5)' });
    // A second query that waits for the same client's own turn does not mean that the database is busy.
    const own = onBehalfOf({ key: 'somebody' }, () =>
      Promise.allSettled(
        [5, 0].map((time) => database.askAs(anonymous, { text: `select pg_sleep(${time})` })),
      ),
    );
    await expect(attempt).rejects.toMatchObject({ code: '57014' });
    expect(await own).toMatchObject([{ reason: { code: '57014' } }, { status: 'fulfilled' }]);
  });

  it('recovers after its connections were cut', async () => {
    await asAdmin((client) =>
      client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
    );
    const attempts = [1, 2, 3, 4, 5, 6].map(() =>
      database.askAs(anonymous, { text: 'select 1' }).catch(() => {}),
    );
    await Promise.all(attempts);
    await expect(database.askAs(anonymous, { text: 'select 1 as one' })).resolves.toMatchObject({
      rows: [{ one: 1 }],
    });
  });
});

describe('the login role', () => {
  const connect = async () => {
    const client = new pg.Client(login);
    await client.connect();
    return client;
  };

  it('is not a superuser, owns nothing and has no privileges of its own', async () => {
    const client = await connect();
    try {
      const { rows } = await client.query(
        `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolinherit,
          (select count(*)::int from pg_class where relowner = pg_roles.oid) as tables
        from pg_roles where rolname = current_user`,
      );
      expect(rows).toEqual([
        {
          rolsuper: false,
          rolcreaterole: false,
          rolcreatedb: false,
          rolbypassrls: false,
          rolinherit: false,
          tables: 0,
        },
      ]);
      await expect(client.query('select * from public.jobs')).rejects.toMatchObject({
        code: '42501',
      });
      await expect(client.query('select * from auth.users')).rejects.toMatchObject({
        code: '42501',
      });
    } finally {
      await client.end();
    }
  });

  it('can become only anon, authenticated and service_role', async () => {
    const client = await connect();
    try {
      for (const role of ['anon', 'authenticated', 'service_role'])
        await client.query(`set role ${role}`);
      await expect(client.query('set role postgres')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('set role pg_read_all_data')).rejects.toMatchObject({
        code: '42501',
      });
    } finally {
      await client.end();
    }
  });

  it('cannot read the password of its own role', async () => {
    await expect(
      database.asService.query({ text: 'select password from deploy.login' }),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

it('hears notifications', async () => {
  const heard: string[] = [];
  const listening = Promise.withResolvers<void>();
  const stop = await database.listen('news', (payload) => {
    heard.push(payload);
    listening.resolve();
  });
  await database.asService.query({ text: `select pg_notify('news', 'something changed')` });
  await listening.promise;
  await stop();
  expect(heard).toEqual(['something changed']);
});

it('has the current rules of domain/ written as SQL', async () => {
  const { renderRules } = await import('./render/render-rules.ts');
  const { readdirSync, readFileSync } = await import('node:fs');
  const written = readdirSync('database/rules').map(
    (file) => [file, readFileSync(`database/rules/${file}`, 'utf8')] as const,
  );
  expect(new Map(written), 'run `npm run db:types`').toEqual(renderRules());
});

it('has row-level security on every table, and write privileges that name columns', async () => {
  let rows: unknown[] = [];
  await asAdmin(async (client) => {
    ({ rows } = await client.query(
      `select c.oid::regclass::text as table, c.relrowsecurity as is_guarded,
        array(select concat_ws(' ', a.grantee::regrole, 'may', lower(a.privilege_type))
          from aclexplode(c.relacl) as a
          where a.grantee::regrole::text in ('anon', 'authenticated')
            and a.privilege_type in ('INSERT', 'UPDATE', 'TRUNCATE')) as too_wide
      from pg_class as c
      where c.relkind in ('r', 'p')
        and c.relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'staff')`,
    ));
  });
  expect(rows.length).toBeGreaterThan(40);
  expect(rows).toEqual(rows.map((row) => ({ ...(row as object), is_guarded: true, too_wide: [] })));
});

it('has row types that match the database', async () => {
  const { describeTypes } = await import('./describe/describe-types.ts');
  const { readFileSync } = await import('node:fs');
  const written = readFileSync('domain/database-types.ts', 'utf8');
  expect(bare(written), 'run `npm run db:types`').toBe(bare(await describeTypes(database)));
});

it('has a schema.sql that matches the database', async () => {
  const { describeSchema } = await import('./describe/describe-schema.ts');
  const { readFileSync } = await import('node:fs');
  const written = readFileSync('database/schema.sql', 'utf8');
  expect(written, 'run `npm run db:types`').toBe(await describeSchema(database));
});

function bare(text: string) {
  return text.replace(/[\s'"|,;]/g, '');
}
