import { describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#database/database.ts';
import { openLibrary } from './fixture/library.ts';
import { createRest } from './rest.ts';
import { watchSchema } from './schema/watch-schema.ts';

const { ask, send, oracle, actors, asAdmin, login, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;
const person = await actors.signedIn();
const stranger = await actors.signedIn();
const who = async (headers: Record<string, string>) =>
  (await send('POST', 'rpc/who', {}, headers)).body;

await send('POST', 'notes', { title: 'private' }, person.headers);

describe('a request keeps its role', () => {
  it.each([
    ['a role header', { role: 'service_role', 'x-role': 'service_role' }],
    [
      'claims in a header',
      { 'request.jwt.claims': '{"role":"service_role"}', 'x-claims': '{"role":"service_role"}' },
    ],
    ['a preference', { prefer: 'role=service_role, tx=commit; set role service_role' }],
    ['settings in the user agent', { 'user-agent': `'; set role service_role; --` }],
  ])('whatever %s says', async (_, headers) => {
    expect(await who({ ...key, ...headers })).toMatchObject({
      user: 'anon',
      role: 'anon',
      claims: { role: 'anon' },
    });
    expect((await ask('vault', { ...key, ...headers })).status).toBe(401);
  });

  it.each([
    ...[
      "'; set role service_role; --",
      '1; select * from vault',
      "1' or '1'='1",
      '$1',
      '1) or true --',
      "\\'; reset role; --",
    ].flatMap((text) => {
      const value = encodeURIComponent(text);
      return [
        `guests?name=eq.${value}`,
        `guests?name=in.(${value})`,
        `guests?name=in.("${value}")`,
        `guests?or=(name.eq.${value})`,
        `guests?or=(name.eq."${value}")`,
        `guests?name=like.${value}`,
        `guests?name=ilike(any).{${value}}`,
        `guests?id=is.${value}`,
        `guests?select=${value}`,
        `guests?select=name::${value}`,
        `guests?select="${value}":name`,
        `guests?order=${value}`,
        `guests?limit=${value}`,
        `guests?offset=${value}`,
        `guests?${value}=eq.1`,
        `authors?select=meta->>${value}`,
        `authors?select=meta->"${value}"`,
        `authors?meta->>"${value}"=eq.1`,
        `books?words=fts(${value}).a`,
        `books?words=wfts.${value}`,
        `books?select=id,${value}(*)`,
        `books?select=id,tags!"${value}"(*)`,
        `books?select=id,tags(*)&tags.name=eq.${value}`,
        `books?select=id,tags(*)&tags.limit=${value}`,
        `books?languages=cs.{${value}}`,
        `books?shelf=ov.${value}`,
        `rpc/add?a=${value}`,
        `rpc/${value}`,
        `${value}`,
        `vault%22;--%20${value}`,
      ];
    }),
  ])('whatever %s says', async (path) => {
    const { status, text } = await ask(path);
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(/gold bars|Eve/);
    expect(text).not.toMatch(/syntax error at or near|\bt0\b|json_agg|lateral/);
  });

  it('whatever a body says', async () => {
    const evil = `x'); set role service_role; insert into vault values (2, 'x'); --`;
    const rows = [
      { id: 900, name: evil },
      { id: 901, 'name") select 1; --': 'x' },
      { id: `901); reset role; --`, name: 'x' },
    ];
    expect((await send('POST', 'guests', rows[0])).status).toBe(201);
    expect((await send('POST', 'guests', rows[1])).status).toBe(400);
    expect((await send('POST', 'guests', rows[2])).status).toBe(400);
    expect((await send('POST', 'guests?columns=id,"name"") select 1 --"', rows[0])).status).toBe(
      400,
    );
    expect(
      (
        await send(
          'POST',
          'guests?on_conflict=id) do nothing; --',
          rows[0],
          key,
          'resolution=merge-duplicates',
        )
      ).status,
    ).toBe(400);
    expect(await oracle('select name from guests where id = 900')).toEqual([{ name: evil }]);
    expect(await oracle('select id from vault')).toEqual([{ id: 1 }]);
  });

  it('and its claims, even after a function that leaves traces on the connection', async () => {
    const tired = openDatabase(login, 1);
    const rest = createRest({ database: tired, reportBug: (error) => bugs.push(error) });
    const call = async (name: string, caller: Parameters<typeof rest>[1]) => {
      const request = new Request(
        `http://site.test/rest/v1/${name}`,
        name.startsWith('rpc')
          ? { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
          : {},
      );
      const response = await rest(request, caller);
      return { status: response.status, body: await response.json() };
    };
    try {
      const anon = actors.anonymous.caller;
      const left = await call('rpc/leave_traces', anon);
      let after = await call('rpc/who', anon);
      // A connection pooler may return a different one first.
      for (let n = 0; n < 100 && after.body.connection !== left.body; n += 1) {
        after = await call('rpc/who', anon);
      }
      expect(after.body).toMatchObject({
        user: 'anon',
        role: 'anon',
        claims: { role: 'anon' },
        uid: null,
        connection: left.body,
      });
      expect((await call('vault', anon)).status).toBe(401);
      const asPerson = await call('rpc/who', person.caller);
      expect(asPerson.body).toMatchObject({ user: 'authenticated', uid: person.id });
      expect((await call('rpc/who', { role: 'anon', claims: {} })).body).toMatchObject({
        user: 'anon',
        claims: {},
        uid: null,
      });
    } finally {
      await tired.close();
    }
  });
});

describe('many concurrent requests', () => {
  it('never see each other’s claims or rows', async () => {
    const turns = Array.from(
      { length: 60 },
      (_, turn) => [person, stranger, actors.anonymous][turn % 3] ?? person,
    );
    const answers = await Promise.all(
      turns.map(async (actor) => ({
        actor,
        seen: await who(actor.headers),
        notes: (await ask('notes?select=title', actor.headers)).body,
      })),
    );
    for (const { actor, seen, notes } of answers) {
      expect(seen.uid).toBe(actor.id ?? null);
      if (actor === person) expect(notes).toEqual([{ title: 'private' }]);
      if (actor === stranger) expect(notes).toEqual([]);
      if (actor === actors.anonymous) expect(notes).toMatchObject({ code: '42501' });
    }
  });
});

describe('what SQL sees of the request', () => {
  it('is its method, path and headers, without secrets', async () => {
    expect(await who({ ...person.headers, 'x-colour': 'green' })).toMatchObject({
      uid: person.id,
      method: 'POST',
      path: '/rpc/who',
      header: 'green',
      claims: { sub: person.id, role: 'authenticated' },
    });
    expect(await who(key)).toMatchObject({ header: null, uid: null });
  });
});

describe('only what schema public exposes exists', () => {
  it('for tables, columns and functions alike', async () => {
    for (const path of [
      'users',
      'auth.users',
      'pg_user',
      'things',
      'hidden.things',
      'information_schema.tables',
      'rpc/pg_sleep?seconds=1',
      'rpc/current_setting?name=x',
      'rpc/uid',
      'rpc/auth.uid',
    ]) {
      expect((await ask(path, actors.staff.headers)).status).toBe(404);
    }
    expect((await ask('guests?select=xmin')).body.code).toBe('42703');
    expect((await ask('guests?select=tableoid::text')).body.code).toBe('42703');
    expect((await ask('notes?select=secret', person.headers)).body.code).toBe('42501');
    expect((await ask('notes?select=id&secret=eq.hidden', person.headers)).body.code).toBe('42501');
    expect((await ask('notes?select=id&order=secret', person.headers)).body.code).toBe('42501');
  });

  it('and an error inside a function does not reveal the function’s SQL', async () => {
    const { status, body, text } = await send('POST', 'rpc/break_in', {});
    expect([status, body.code]).toEqual([400, '42703']);
    expect(text).not.toContain('select');
  });
});

describe('a change of the schema', () => {
  it.each([
    ['the migrator', 'notify schema_changed'],
    ['a migration that was written for Supabase', `notify pgrst, 'reload schema'`],
  ])('is noticed without a restart once %s announces it', async (_, said) => {
    const columns = async () => (await ask('tags?limit=1&select=*,colour')).status;
    expect(await columns()).toBe(400);
    await asAdmin((client) => client.query(`alter table tags add column colour text; ${said}`));
    await expect.poll(columns).toBe(200);
    expect((await ask('tags?id=eq.1')).body).toEqual([{ id: 1, name: 'nature', colour: null }]);
    await asAdmin((client) =>
      client.query(`alter table tags drop column colour; notify schema_changed`),
    );
    // PostgreSQL itself refuses the column at once; our schema is current once "all columns" means the remaining
    // ones.
    await expect
      .poll(async () => (await ask('tags?id=eq.1')).body)
      .toEqual([{ id: 1, name: 'nature' }]);
    expect(await columns()).toBe(400);
  });

  it('is checked for after the connection was lost, and until then everything is answered as before', async () => {
    const database = openDatabase(login, 2);
    const hearers: Parameters<Database['listen']>[] = [];
    const listen: Database['listen'] = (...hearer) => {
      hearers.push(hearer);
      return database.listen(...hearer);
    };
    const { current } = watchSchema({ ...database, listen }, ['public'], (schema) => schema);
    const before = await current();
    for (const [, heard, lost] of hearers) {
      lost?.();
      heard('');
    }
    expect(await current()).toBe(before);
    await expect.poll(current).not.toBe(before);
    await database.close();
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
