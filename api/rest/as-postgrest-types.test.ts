import { expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, send, asAdmin, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;

await asAdmin(async (client) => {
  await client.query(`
    create schema shown;
    grant usage on schema shown to anon, authenticated, service_role;
    create domain public.colour as integer check (value between 0 and x'FFFFFF'::int);
    create type public.tone as enum ('calm', 'loud');
    create domain public.short as text check (length(value) < 4);
    create function shown.to_json(public.colour) returns json language sql immutable as
      $$ select to_json('#' || lpad(upper(to_hex($1)), 6, '0')) $$;
    create function shown.of_text(text) returns public.colour language sql immutable as
      $$ select (('x' || lpad(replace($1, '#', ''), 8, '0'))::bit(32)::int)::public.colour $$;
    create function shown.of_json(json) returns public.colour language sql immutable as
      $$ select shown.of_text($1 #>> '{}') $$;
    set client_min_messages = error;
    create cast (public.colour as json) with function shown.to_json(public.colour) as implicit;
    create cast (text as public.colour) with function shown.of_text(text) as implicit;
    create cast (json as public.colour) with function shown.of_json(json) as implicit;
    create table public.walls (
      id int primary key, name text, paint public.colour default 255, mood public.tone,
      moods public.tone[], above int references public.walls);
    insert into public.walls values (1, 'north', 0, 'calm', '{calm,loud}', null), (2, 'south', 66051, null, null, 1);
    create view public.wall_list with (security_invoker = true) as select id, name, paint from public.walls;
    create function public.all_walls() returns setof public.walls language sql stable as
      'select * from public.walls order by id';
    create function public.a_record() returns record language sql stable as
      'select id, name from public.walls where id = 1';
    create function public.records() returns setof record language sql stable as
      'select id, name from public.walls order by id';
    create function public.records_of(name text) returns setof record language sql stable as
      'select w.id, w.name from public.walls w where w.name = $1';
    create function public.added(variadic numbers int[]) returns int language sql immutable as
      'select coalesce(sum(n), 0)::int from unnest(numbers) n';
    grant all on public.walls, public.wall_list to anon, authenticated, service_role;
    grant execute on all functions in schema public, shown to anon, authenticated, service_role;
    revoke execute on function public.private() from public, anon, authenticated;
    notify schema_changed`);
});

const read = async (path: string) => (await ask(path)).body;

it('shows a domain as its function defines', async () => {
  expect(await read('walls?select=id,paint&order=id')).toEqual([
    { id: 1, paint: '#000000' },
    { id: 2, paint: '#010203' },
  ]);
  expect(await read('wall_list?id=eq.2')).toEqual([{ id: 2, name: 'south', paint: '#010203' }]);
  expect(await read('walls?select=colour:paint,above(paint)&id=eq.2')).toEqual([
    { colour: '#010203', above: { paint: '#000000' } },
  ]);
  expect(await read('rpc/all_walls?select=paint&limit=1')).toEqual([{ paint: '#000000' }]);
  expect(await read('walls?select=paint,count()')).toHaveLength(2);
});

it('compares a domain with what a text represents', async () => {
  for (const filter of [
    'paint=eq.%23010203',
    'paint=gt.000001',
    'paint=in.(%23010203,%23FFFFFF)',
    'paint=eq(any).{010203,FFFFFF}',
    'paint=not.lt.000001',
    'and=(paint.eq.010203,id.eq.2)',
  ]) {
    expect(await read(`walls?select=id&${filter}`), filter).toEqual([{ id: 2 }]);
  }
  expect(await read('walls?select=id&paint=is.null')).toEqual([]);
  expect(await read('walls?select=id,below:walls(id)&below.paint=eq.010203&id=eq.1')).toEqual([
    { id: 1, below: [{ id: 2 }] },
  ]);
});

it('stores a domain as its function creates it', async () => {
  const shown = 'return=representation';
  const row = (id: number, paint: string) => ({ id, paint });
  const one = await send('POST', 'walls?select=id,paint', row(10, '#0000FF'), key, shown);
  expect([one.status, one.body]).toEqual([201, [row(10, '#0000FF')]]);
  const two = [row(11, '#00000A'), row(12, '#00000B')];
  expect((await send('POST', 'walls?select=id,paint', two, key, shown)).body).toEqual(two);
  const minimal = await send('PATCH', 'walls?id=eq.10', { paint: '#00000C' });
  expect([minimal.status, await read('walls?select=paint&id=eq.10')]).toEqual([
    204,
    [{ paint: '#00000C' }],
  ]);
  const put = await send('PUT', 'walls?id=eq.12&select=paint', row(12, '#00000D'), key, shown);
  expect([put.status, put.body]).toEqual([200, [{ paint: '#00000D' }]]);
  const defaults = [{ id: 13 }, { id: 14, paint: '#00000E' }];
  const missing = `${shown},missing=default`;
  await send('POST', 'walls?columns=id,paint', defaults, key, missing);
  expect(await read('walls?select=id&paint=in.(00000E)')).toEqual([{ id: 14 }]);
  expect(
    (await send('DELETE', 'walls?paint=eq.00000E&select=id', undefined, key, shown)).body,
  ).toEqual([{ id: 14 }]);
});

it('changes nothing for a list without rows', async () => {
  const { status } = await send('PATCH', 'walls?id=eq.1&columns=name', []);
  expect([status, await read('walls?select=name&id=eq.1')]).toEqual([204, [{ name: 'north' }]]);
});

it('stores an object’s values in each type of column', async () => {
  const row = { id: 20, name: 'a "b" \\ {1}', mood: 'loud', moods: ['calm'], above: null };
  expect((await send('POST', 'walls', row)).status).toBe(201);
  expect(await read('walls?select=id,name,mood,moods,above&id=eq.20')).toEqual([row]);
  expect(
    (await send('PATCH', 'walls?id=eq.20', { name: { of: [1, null] }, above: '1' })).status,
  ).toBe(204);
  expect(await read('walls?select=name,above&id=eq.20')).toEqual([
    { name: '{"of":[1,null]}', above: 1 },
  ]);
  const bad = await send('PATCH', 'walls?id=eq.20', { above: 'x' });
  expect([bad.status, bad.body.code]).toEqual([400, '22P02']);
});

it('casts to enums and domains of the schema, and to arrays', async () => {
  expect(await read('walls?select=name::short&id=eq.99')).toEqual([]);
  const long = await ask('walls?select=name::short&id=eq.1');
  expect([long.status, long.body.code]).toEqual([400, '23514']);
  expect(await read('walls?select=mood::text,moods::_text,m:moods::_tone&id=eq.1')).toEqual([
    { mood: 'calm', moods: ['calm', 'loud'], m: ['calm', 'loud'] },
  ]);
  expect((await ask('walls?select=name::tone&id=eq.1')).body.code).toBe('22P02');
  for (const type of ['regclass', 'hidden', 'walls']) {
    expect((await ask(`walls?select=name::${type}`)).body.code, type).toBe('PGRST100');
  }
});

it('returns the columns that a record has', async () => {
  expect(await read('rpc/a_record')).toEqual({ id: 1, name: 'north' });
  expect((await read('rpc/records')).slice(0, 2)).toEqual([
    { id: 1, name: 'north' },
    { id: 2, name: 'south' },
  ]);
  expect(await read('rpc/records_of?name=south')).toEqual([{ id: 2, name: 'south' }]);
  expect((await send('POST', 'rpc/records_of', { name: 'south' })).body).toEqual([
    { id: 2, name: 'south' },
  ]);
  const counted = await ask('rpc/records?limit=1', { ...key, prefer: 'count=exact' });
  expect([counted.status, counted.body]).toEqual([206, [{ id: 1, name: 'north' }]]);
});

it('takes a variadic argument as often as it is given', async () => {
  expect(await read('rpc/added?numbers=1&numbers=2&numbers=4')).toBe(7);
  expect(await read('rpc/added?numbers=5')).toBe(5);
  expect(await read('rpc/added?numbers={1,2}')).toBe(3);
  const form = await ask('rpc/added', key, {
    method: 'POST',
    body: 'numbers=1&numbers=8',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(form.body).toBe(9);
  const never = await ask('rpc/added');
  expect([never.status, never.body.code]).toEqual([404, 'PGRST202']);
  const twice = await ask('rpc/add?a=1&a=2');
  expect([twice.status, twice.body.code]).toEqual([400, 'PGRST100']);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
