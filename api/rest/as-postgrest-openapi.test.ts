import { expect, it } from 'vitest';
import { createApi } from '#api/api.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openLibrary } from './fixture/library.ts';

const { ask, dependencies, asAdmin, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;

await asAdmin(async (client) => {
  await client.query(`
    comment on schema public is E'The library\\n\\nWith all\\nits books';
    create domain public.code as varchar(8) not null;
    create type public.size as enum ('small', 'large');
    create table public.shelves (
      id int generated always as identity primary key, label text default 'new', size public.size default 'small',
      code public.code, tall boolean not null default false, width numeric(5, 2) default 42.2, made date default '1900-01-01',
      since timestamptz default now(), letter character(1), words text[] default '{}', numbers int[], more jsonb, any_more jsonb[],
      author_id int references public.authors, secret_note text, vault int);
    comment on table public.shelves is E'Where books stand\\n\\nIn rows';
    comment on column public.shelves.id is 'Counted';
    create view public.shelf_list as select id, label from public.shelves;
    create materialized view public.shelf_count as select count(*) from public.shelves;
    create table public.staff_only (id int primary key);
    create function public.measure(width numeric, sizes int[], named text default '', more jsonb default null)
      returns int language sql stable as 'select 1';
    comment on function public.measure is E'Measures\\nin metres';
    create function public.add_shelf(label text) returns void language sql volatile as 'select';
    create function public.summed(variadic numbers int[]) returns int language sql stable as 'select 1';
    create function public.two_unnamed(int, int) returns int language sql stable as 'select 1';
    revoke all on public.shelves, public.shelf_list, public.shelf_count, public.staff_only from anon, authenticated;
    grant select (id, label, size, code, tall, width, made, since, letter, words, numbers, more, any_more, author_id),
      insert (label) on public.shelves to anon;
    grant select on public.shelf_list, public.shelf_count to anon;
    grant select on public.staff_only to authenticated;
    revoke execute on function public.add_shelf from public, anon, authenticated;
    grant execute on function public.add_shelf to authenticated, service_role;
    grant execute on function public.measure, public.summed, public.two_unnamed to anon;
    create schema second;
    grant usage on schema second to anon;
    create table second.only_here (id int primary key);
    grant select on second.only_here to anon;
    notify schema_changed`);
});

const openapi = 'application/openapi+json; charset=utf-8';
const root = async (headers: Record<string, string> = key) => (await ask('', headers)).body;
const visitors = await root();

it('answers GET and HEAD at the root, for those who accept JSON', async () => {
  for (const accept of [
    'application/openapi+json',
    'application/json',
    '*/*',
    'text/html, */*;q=0.8',
  ]) {
    const { status, headers, body } = await ask('', { ...key, accept });
    expect([status, headers.get('content-type'), body.swagger]).toEqual([200, openapi, '2.0']);
  }
  const head = await ask('', key, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type'), head.text]).toEqual([200, openapi, '']);
  const csv = await ask('', { ...key, accept: 'text/csv' });
  expect([csv.status, csv.body.code]).toEqual([406, 'PGRST107']);
  const post = await ask('', key, { method: 'POST', body: '{}' });
  expect([post.status, post.body.code]).toEqual([405, 'PGRST117']);
});

it('describes the schema with its comment', () => {
  expect(visitors.info).toMatchObject({ title: 'The library', description: 'With all\nits books' });
  expect([visitors.basePath, visitors.host, visitors.schemes]).toEqual([
    '/rest/v1',
    undefined,
    undefined,
  ]);
  expect(visitors.paths['/'].get.tags).toEqual(['Introspection']);
  expect(visitors.parameters.preferPost).toEqual({
    name: 'Prefer',
    description: 'Preference',
    required: false,
    in: 'header',
    type: 'string',
    enum: [
      'return=representation',
      'return=minimal',
      'return=none',
      'resolution=ignore-duplicates',
      'resolution=merge-duplicates',
    ],
  });
});

it('describes what can be done with a table', () => {
  const { get, post, patch, delete: remove } = visitors.paths['/shelf_list'];
  expect(get.responses['200'].schema).toEqual({
    type: 'array',
    items: { $ref: '#/definitions/shelf_list' },
  });
  expect(get.parameters.map(({ $ref }: { $ref: string }) => $ref)).toEqual(
    [
      'rowFilter.shelf_list.id',
      'rowFilter.shelf_list.label',
      'select',
      'order',
      'range',
      'rangeUnit',
      'offset',
      'limit',
      'preferCount',
    ].map((name) => `#/parameters/${name}`),
  );
  expect(post.parameters.map(({ $ref }: { $ref: string }) => $ref)).toEqual([
    '#/parameters/body.shelf_list',
    '#/parameters/select',
    '#/parameters/preferPost',
  ]);
  expect([post, patch, remove].map(({ responses }) => responses)).toEqual([
    { 201: { description: 'Created' } },
    { 204: { description: 'No Content' } },
    { 204: { description: 'No Content' } },
  ]);
  expect(Object.keys(visitors.paths['/shelf_count'])).toEqual(['get']);
  const { summary, description, tags } = visitors.paths['/shelves'].get;
  expect([summary, description, tags]).toEqual(['Where books stand', 'In rows', ['shelves']]);
});

it('describes each column', () => {
  expect(visitors.definitions.shelves).toEqual({
    type: 'object',
    description: 'Where books stand\n\nIn rows',
    required: ['id', 'code', 'tall'],
    properties: {
      id: {
        format: 'int32',
        type: 'integer',
        description: 'Counted\n\nNote:\nThis is a Primary Key.<pk/>',
      },
      label: { format: 'text', type: 'string', default: 'new' },
      size: { format: 'public.size', type: 'string', default: 'small', enum: ['small', 'large'] },
      code: { format: 'character varying', type: 'string', maxLength: 8 },
      tall: { format: 'boolean', type: 'boolean', default: false },
      width: { format: 'numeric', type: 'number', default: 42.2 },
      made: { format: 'date', type: 'string', default: '1900-01-01' },
      since: { format: 'timestamp with time zone', type: 'string', default: 'now()' },
      letter: { format: 'character', type: 'string', maxLength: 1 },
      words: { format: 'text[]', type: 'array', items: { type: 'string' } },
      numbers: { format: 'integer[]', type: 'array', items: { type: 'integer' } },
      more: { format: 'jsonb' },
      any_more: { format: 'jsonb[]', type: 'array', items: {} },
      author_id: {
        format: 'int32',
        type: 'integer',
        description:
          "Note:\nThis is a Foreign Key to `authors.id`.<fk table='authors' column='id'/>",
      },
    },
  });
  expect(visitors.definitions.shelf_list.properties.id.description).toBe(
    'Note:\nThis is a Primary Key.<pk/>',
  );
});

it('describes the arguments of a function', () => {
  const { get, post } = visitors.paths['/rpc/measure'];
  expect([get.summary, get.description, get.tags]).toEqual([
    'Measures',
    'in metres',
    ['(rpc) measure'],
  ]);
  expect(get.parameters).toEqual([
    { name: 'width', required: true, in: 'query', format: 'numeric', type: 'number' },
    { name: 'sizes', required: true, in: 'query', format: 'integer[]', type: 'string' },
    { name: 'named', required: false, in: 'query', format: 'text', type: 'string' },
    { name: 'more', required: false, in: 'query', format: 'jsonb', type: 'string' },
  ]);
  expect(post.parameters).toEqual([
    {
      name: 'args',
      required: true,
      in: 'body',
      schema: {
        type: 'object',
        description: 'Measures\nin metres',
        required: ['width', 'sizes'],
        properties: {
          width: { format: 'numeric', type: 'number' },
          sizes: { format: 'integer[]', type: 'array', items: { type: 'integer' } },
          named: { format: 'text', type: 'string' },
          more: { format: 'jsonb' },
        },
      },
    },
    { $ref: '#/parameters/preferParams' },
  ]);
  expect(visitors.paths['/rpc/summed'].get.parameters).toEqual([
    {
      name: 'numbers',
      required: true,
      in: 'query',
      type: 'array',
      collectionFormat: 'multi',
      items: { type: 'integer', format: 'int32' },
    },
  ]);
  expect(visitors.paths['/rpc/two_unnamed']).toBeUndefined();
});

it('shows each role what it has a grant on, and nothing else', async () => {
  const text = JSON.stringify(visitors);
  for (const name of ['staff_only', 'add_shelf', 'secret_note', 'vault']) {
    expect([name, text.includes(name)]).toEqual([name, false]);
  }
  const service = await root(actors.staff.headers);
  expect(Object.keys(service.paths['/rpc/add_shelf'])).toEqual(['post']);
  expect(service.definitions.shelves.properties).toHaveProperty('secret_note');
  expect(await root()).toEqual(visitors);
});

it('describes the schema that is named', async () => {
  const call = createApi({ ...dependencies, schemas: ['public', 'second'] });
  const about = (profile: string) =>
    call(new Request(`${siteUrl}/rest/v1/`, { headers: { ...key, 'accept-profile': profile } }));
  const second = await about('second');
  expect(second.headers.get('content-profile')).toBe('second');
  expect(Object.keys((await second.json()).definitions)).toEqual(['only_here']);
  expect((await about('hidden')).status).toBe(406);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
