import { expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, send, asAdmin, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;

await asAdmin(async (client) => {
  await client.query(`
    create type hidden.size as (width int, height int);
    create function public.sizes() returns setof hidden.size language sql stable as
      'select 1, 2 union all select 3, 4';
    create function public.all_things() returns setof hidden.things language sql stable as
      'select 5';
    create function public.one_out(num int, out num_plus_one int) language sql immutable as
      'select num + 1';
    create function public.one_inout(inout num int) language sql immutable as 'select num + 1';
    create function public.many_out(out num int) returns setof int language sql immutable as
      'select generate_series(1, 2)';
    create function public.whole(jsonb) returns jsonb language sql immutable as 'select $1';
    create function public.whole_text(text) returns text language sql immutable as 'select $1';
    create function public.whole_xml(xml) returns xml language sql immutable as 'select $1';
    create function public.whole_bytes(bytea) returns int language sql immutable as
      'select length($1)';
    create function public.greet(name text, times int default 1) returns text language sql immutable as
      'select repeat(name, times)';
    grant execute on all functions in schema public to anon, authenticated;
    revoke execute on function public.private() from public, anon, authenticated;
    notify schema_changed`);
});

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, type: string, headers = {}) =>
  ask(`rpc/${path}`, key, { method: 'POST', body, headers: { 'content-type': type, ...headers } });

it('counts one for a function that returns one value', async () => {
  for (const path of ['add?a=1', 'one_book?id=1', 'both']) {
    const { status, headers } = await ask(`rpc/${path}`, { ...key, prefer: 'count=exact' });
    expect([status, headers.get('content-range')]).toEqual([200, '0-0/1']);
  }
  const plain = await ask('rpc/add?a=1');
  expect(plain.headers.get('content-range')).toBe('0-0/*');
  const list = await ask('rpc/numbers?most=9&limit=2', { ...key, prefer: 'count=exact' });
  expect([list.status, list.headers.get('content-range')]).toEqual([206, '0-1/9']);
  const nothing = await send('POST', 'rpc/add_guest', { id: 70, name: 'Kim' });
  expect([nothing.status, nothing.headers.get('content-range')]).toEqual([204, '0-0/*']);
});

it('returns rows whose type is in another schema', async () => {
  expect((await ask('rpc/sizes?width=gt.1')).body).toEqual([{ width: 3, height: 4 }]);
  expect((await ask('rpc/sizes?select=height')).body).toEqual([{ height: 2 }, { height: 4 }]);
  expect((await ask('rpc/all_things')).body).toEqual([{ id: 5 }]);
  expect((await ask('things')).status).toBe(404);
});

it('returns the requested media type, even for a plain value', async () => {
  const accept = 'application/vnd.pgrst.object+json';
  for (const path of ['rpc/add?a=1', 'rpc/one_out?num=5', 'rpc/one_book?id=1&select=id']) {
    const { status, headers } = await ask(path, { ...key, accept });
    expect([status, headers.get('content-type')]).toEqual([200, `${accept}; charset=utf-8`]);
  }
});

it('returns an object for a single OUT argument', async () => {
  expect((await ask('rpc/one_out?num=5')).body).toEqual({ num_plus_one: 6 });
  expect((await send('POST', 'rpc/one_inout', { num: 2 })).body).toEqual({ num: 3 });
  expect((await ask('rpc/many_out')).body).toEqual([{ num: 1 }, { num: 2 }]);
});

it('takes its arguments from the columns that are named, and from the first object of a list', async () => {
  const named = await send('POST', 'rpc/add?columns=a,b', { a: 1, b: 2, smthelse: 3 });
  expect([named.status, named.body]).toEqual([200, 3]);
  const listed = await send('POST', 'rpc/add', [
    { a: 1, b: 2 },
    { a: 4, b: 6 },
  ]);
  expect([listed.status, listed.body]).toEqual([200, 3]);
  const unknown = await send('POST', 'rpc/add?columns=a,z', { a: 1 });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'PGRST202']);
});

it('respects max-affected only where rows can be counted', async () => {
  const strict = 'handling=strict,max-affected=1';
  const many = await send('POST', 'rpc/squares', { most: 3 }, key, strict);
  expect([many.status, many.body.code, many.body.details]).toEqual([
    400,
    'PGRST124',
    'The query affects 3 rows',
  ]);
  const one = await send('POST', 'rpc/squares', { most: 1 }, key, strict);
  expect(one.headers.get('preference-applied')).toBe('handling=strict, max-affected=1');
  const value = await send('POST', 'rpc/add', { a: 1 }, key, strict);
  expect([value.status, value.body.code, value.body.message]).toEqual([
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  ]);
  const lenient = 'handling=lenient,max-affected=1';
  expect((await send('POST', 'rpc/squares', { most: 3 }, key, lenient)).status).toBe(200);
});

it('passes the whole body to a function with one argument without a name', async () => {
  const json = await post('whole', '{"a": [1, 2]}', 'application/json');
  expect([json.status, json.body]).toEqual([200, { a: [1, 2] }]);
  expect((await post('whole_text', 'a "text"', 'text/plain')).body).toBe('a "text"');
  expect((await post('whole_xml', '<a/>', 'text/xml')).body).toBe('<a/>');
  const bytes = new Uint8Array([0, 255, 10, 1]);
  expect((await post('whole_bytes', bytes, 'application/octet-stream')).body).toBe(4);
});

it('takes arguments from a form', async () => {
  const form = 'application/x-www-form-urlencoded';
  expect((await post('greet', 'name=a+b&times=2', form)).body).toBe('a ba b');
  expect((await post('add', 'a=1&b=4', form)).body).toBe(5);
  expect((await post('add', 'a=x', form)).body.code).toBe('22P02');
});

it('says what it searched for', async () => {
  const unknown = async (path: string, body?: string, type = 'application/json') =>
    (body === undefined ? await ask(`rpc/${path}`) : await post(path, body, type)).body;
  expect(await unknown('greett')).toEqual({
    code: 'PGRST202',
    message: 'Could not find the function public.greett without parameters in the schema cache',
    details:
      'Searched for the function public.greett without parameters, but no matches were found in the schema cache.',
    hint: 'Perhaps you meant to call the function public.greet',
  });
  expect(await unknown('greet?nam=x')).toEqual({
    code: 'PGRST202',
    message: 'Could not find the function public.greet(nam) in the schema cache',
    details:
      'Searched for the function public.greet with parameter nam, but no matches were found in the schema cache.',
    hint: 'Perhaps you meant to call the function public.greet(name, times)',
  });
  expect(await unknown('add', '{"z": 1, "a": 1}')).toMatchObject({
    message: 'Could not find the function public.add(a, z) in the schema cache',
    details:
      'Searched for the function public.add with parameters a, z or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
  });
  expect(await unknown('add', 'x', 'text/plain')).toEqual({
    code: 'PGRST202',
    message: 'Could not find the function public.add in the schema cache',
    details:
      'Searched for the function public.add with a single unnamed text parameter, but no matches were found in the schema cache.',
    hint: null,
  });
  // Functions that the caller may not call are not suggested.
  expect((await unknown('privat')).hint).toBeNull();
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
