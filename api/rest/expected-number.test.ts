import { createClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, it } from 'vitest';
import { testKeys } from '#test/support/test-keys.ts';
import { openLibrary } from './fixture/library.ts';

const { call, send, ask, oracle, asAdmin, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;
await asAdmin((client) =>
  client.query(`
    create function public.rename_some(lowest int) returns setof public.guests language sql as
      'update public.guests set name = ''renamed'' where id >= lowest returning *';
    create function public.rename_ids() returns setof int language sql as
      'update public.guests set name = ''renamed'' returning id';
    create function public.rename_quietly() returns void language sql as
      'update public.guests set name = ''renamed''';
    create function public.rename_one(wanted int) returns public.guests language sql as
      'update public.guests set name = ''renamed'' where id = wanted returning *';
    grant execute on all functions in schema public to anon, authenticated;
    notify schema_changed;`),
);

const guests = [1, 2, 3].map((id) => ({ id, name: ['Ann', 'Ben', 'Cid'][id - 1], hidden: false }));
const rows = () => oracle('select * from guests order by id');
beforeEach(() =>
  asAdmin(async (client) => {
    await client.query('truncate guests');
    await client.query(
      'insert into guests select * from json_populate_recordset(null::guests, $1)',
      [JSON.stringify(guests)],
    );
  }),
);

const object = { ...key, accept: 'application/vnd.pgrst.object+json' };
const two = [
  { id: 8, name: 'x' },
  { id: 9, name: 'y' },
];

describe('a change of one row that would change a different number changes nothing', () => {
  it.each([
    ['PATCH', 'guests?id=gt.0', { name: 'x' }, undefined],
    ['PATCH', 'guests?id=gt.0', { name: 'x' }, 'return=minimal'],
    ['PATCH', 'guests?id=gt.0', { name: 'x' }, 'return=headers-only'],
    ['PATCH', 'guests?id=eq.99', { name: 'x' }, 'return=minimal'],
    ['DELETE', 'guests?id=gt.0', undefined, undefined],
    ['DELETE', 'guests?id=gt.0', undefined, 'return=minimal'],
    ['DELETE', 'guests?id=eq.99', undefined, 'return=minimal'],
    ['POST', 'guests', two, undefined],
    ['POST', 'guests', two, 'return=headers-only'],
    ['POST', 'guests', [], 'return=minimal'],
    ['POST', 'guests', { id: 1, name: 'x' }, 'resolution=ignore-duplicates'],
    ['POST', 'guests?on_conflict=id', two, 'resolution=merge-duplicates'],
    ['POST', 'guests?limit=1&select=id', two, 'return=representation'],
    ['PATCH', 'guests?id=gt.0', { name: 'x' }, 'return=minimal,tx=rollback'],
    ['POST', 'rpc/rename_some', { lowest: 2 }, undefined],
    ['POST', 'rpc/rename_some', { lowest: 99 }, undefined],
    ['POST', 'rpc/rename_some?select=id', { lowest: 2 }, undefined],
    ['POST', 'rpc/rename_ids', {}, undefined],
    ['POST', 'rpc/rename_one?id=eq.2', { wanted: 1 }, undefined],
  ])('%s %s with %j and %s', async (method, path, body, prefer) => {
    const answer = await send(method, path, body, object, prefer);
    expect([answer.status, answer.body.code]).toEqual([406, 'PGRST116']);
    expect(await rows()).toEqual(guests);
  });

  it('even if the row is not visible afterwards', async () => {
    const person = await actors.signedIn();
    const headers = { ...person.headers, accept: object.accept };
    const path = 'notes?select=id,books!inner(id)';
    const answer = await send('POST', path, { title: 'x' }, headers, 'return=representation');
    expect([answer.status, answer.body.code]).toEqual([406, 'PGRST116']);
    expect(await oracle('select count(*) from notes')).toEqual([{ count: 0 }]);
  });

  it('with the official client, both without and with select', async () => {
    const client = createClient('http://site.test', testKeys.publishableKey, {
      global: { fetch: (input, init) => call(new Request(input, init)) },
      auth: { persistSession: false },
    });
    const single = (query: object) => (query as { single(): PromiseLike<unknown> }).single();
    const table = client.from('guests');
    for (const query of [
      table.update({ name: 'x' }).gt('id', 0),
      table.delete().gt('id', 0),
      table.insert(two),
      table.upsert(two),
    ]) {
      expect(await single(query)).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    }
    expect(await rows()).toEqual(guests);
    expect(await single(table.update({ name: 'x' }).eq('id', 1))).toMatchObject({ status: 204 });
  });
});

describe('a change of one row that changes one', () => {
  it.each([
    ['PATCH', 'guests?id=eq.1', { name: 'x' }, 204],
    ['DELETE', 'guests?id=eq.1', undefined, 204],
    ['POST', 'guests', { id: 9, name: 'x' }, 201],
    ['POST', 'rpc/rename_quietly', {}, 204],
    ['POST', 'rpc/rename_one', { wanted: 1 }, 200],
  ])('is made: %s %s', async (method, path, body, status) => {
    expect((await send(method, path, body, object)).status).toBe(status);
    expect(await rows()).not.toEqual(guests);
  });

  it('of plain values is answered with the value', async () => {
    expect((await ask('rpc/numbers?most=1', object)).text).toBe('1');
  });
});

describe('a change of more rows than allowed changes nothing', () => {
  const limit = 'handling=strict,max-affected=1';
  it.each([
    ['PATCH', 'guests?id=gt.0', { name: 'x' }, 'PGRST124'],
    ['DELETE', 'guests?id=gt.0', undefined, 'PGRST124'],
    ['POST', 'rpc/rename_some', { lowest: 2 }, 'PGRST124'],
    ['POST', 'rpc/rename_some?limit=1', { lowest: 2 }, 'PGRST124'],
    ['POST', 'rpc/rename_some?id=eq.2', { lowest: 2 }, 'PGRST124'],
    ['POST', 'rpc/rename_ids?limit=1', {}, 'PGRST124'],
    // It is impossible to tell how many rows such functions change.
    ['POST', 'rpc/rename_quietly', {}, 'PGRST128'],
    ['POST', 'rpc/rename_one', { wanted: 1 }, 'PGRST128'],
  ])('%s %s with %j: %s', async (method, path, body, code) => {
    for (const accept of ['application/json', 'text/csv']) {
      if (accept === 'text/csv' && path.startsWith('rpc')) continue;
      const prefer = `${limit},return=minimal`;
      const answer = await send(method, path, body, { ...key, accept }, prefer);
      expect([answer.status, answer.body.code]).toEqual([400, code]);
      expect(await rows()).toEqual(guests);
    }
  });

  it('and one of as many as allowed is made', async () => {
    const { status } = await send('POST', 'rpc/rename_some?limit=1', { lowest: 3 }, key, limit);
    expect(status).toBe(200);
    expect(await rows()).not.toEqual(guests);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
