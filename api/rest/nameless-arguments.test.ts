import { expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

// How PostgREST treats functions whose arguments have no names, with its exact messages.
const { ask, send, asAdmin, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;

await asAdmin(async (client) => {
  await client.query(`
    create function public.by_type(boolean) returns int language sql immutable as 'select 1';
    create function public.by_type(int) returns int language sql immutable as 'select 2';
    create function public.by_type(text) returns text language sql immutable as 'select $1';
    create function public.only_number(int) returns int language sql immutable as 'select $1';
    create function public.only_text(text) returns text language sql immutable as 'select $1';
    create function public.perhaps() returns int language sql immutable as 'select 1';
    create function public.perhaps(int default 42) returns int language sql immutable as 'select 2';
    create function public.perhaps(text default 'x') returns text language sql immutable as 'select $1';
    create function public.either(b text) returns int language sql immutable as 'select 1';
    create function public.either(b int) returns int language sql immutable as 'select 2';
    create function public.either(b int, a int default 0) returns int language sql immutable as 'select 3';
    create function public.book_mark(public.books) returns text language sql stable as 'select $1.title';
    grant execute on all functions in schema public to anon, authenticated;
    revoke execute on function public.private() from public, anon, authenticated;
    notify schema_changed`);
});

const call = (name: string, body: unknown) => send('POST', `rpc/${name}`, body, key);

it('passes the body to the one that takes a text, if an empty key names its argument', async () => {
  for (const [name, given] of [
    ['by_type', 'test'],
    ['by_type', true],
    ['only_text', ''],
    ['perhaps', 'x'],
  ] as const) {
    const { status, body } = await call(name, { '': given });
    expect([name, status, body]).toEqual([name, 200, JSON.stringify({ '': given })]);
  }
});

it('does not know one that no request can call', async () => {
  const { status, body } = await call('only_number', { '': 1 });
  expect([status, body]).toEqual([
    404,
    {
      code: 'PGRST202',
      message: 'Could not find the function public.only_number() in the schema cache',
      details:
        'Searched for the function public.only_number with parameter  or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: null,
    },
  ]);
  expect((await call('book_mark', {})).body).toMatchObject({ code: 'PGRST202', hint: null });
  expect((await ask('books?select=book_mark&id=eq.1')).body).toEqual([
    { book_mark: 'The Running Foxes' },
  ]);
  for (const type of ['application/x-www-form-urlencoded', 'text/csv']) {
    const headers = { 'content-type': type };
    const form = await ask('rpc/only_text', key, { method: 'POST', body: '=x', headers });
    expect([type, form.status]).toEqual([type, 404]);
  }
  expect((await ask('rpc/only_text?=x')).status).toBe(404);
});

it('lists the candidates in a fixed order, and only those that can be called', async () => {
  const chosen = async (name: string, body: unknown) => {
    const { status, body: told } = await call(name, body);
    return [status, told.code, told.message.split('between: ')[1]];
  };
  expect(await chosen('perhaps', {})).toEqual([
    300,
    'PGRST203',
    'public.perhaps(), public.perhaps( => text)',
  ]);
  expect(await chosen('either', { b: 1 })).toEqual([
    300,
    'PGRST203',
    'public.either(b => integer), public.either(b => text), public.either(b => integer, a => integer)',
  ]);
});

it('quotes in CSV what PostgREST quotes, and distinguishes an empty text from null', async () => {
  await asAdmin((client) =>
    client.query(
      `insert into public.tags values (90, ''), (91, 'a b'), (92, 'f(x)'), (93, 'c\\d')`,
    ),
  );
  const headers = { ...key, accept: 'text/csv' };
  expect((await ask('tags?id=gte.90&order=id', headers)).text).toBe(
    'id,name\n90,""\n91,"a b"\n92,"f(x)"\n93,"c\\d"',
  );
  expect((await ask('publishers?select=id,country&id=in.(1,2)&order=id', headers)).text).toBe(
    'id,country\n1,NO\n2,',
  );
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
