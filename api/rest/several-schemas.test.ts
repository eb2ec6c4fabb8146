import { expect, it } from 'vitest';
import { createApi } from '#api/api.ts';
import { siteUrl } from '#test/support/site-url.ts';
import { openLibrary } from './fixture/library.ts';

const { dependencies, asAdmin, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;
const call = createApi({ ...dependencies, schemas: ['public', 'second'] });

await asAdmin(async (client) => {
  await client.query(`
    create schema second;
    create table second.tags (id int primary key, colour text);
    create table second.marks (id int primary key, tag_id int references second.tags, book_id bigint references public.books);
    create function second.who() returns text language sql stable as $$ select 'second' $$;
    create function second.colour_and_name() returns text language plpgsql stable as $$
      begin
        return concat(
          (select colour from tags where tags.id = 1), ' ', (select label from public_marks where public_marks.id = 1)
        );
      end $$;
    create table public.public_marks (id int primary key, label text);
    insert into public.public_marks values (1, 'mark');
    create function public.named_tag() returns text language plpgsql stable as $$
      begin return (select name from tags where tags.id = 1); end $$;
    insert into second.tags values (1, 'red');
    insert into second.marks values (1, 1, 1);
    grant usage on schema second to anon;
    grant select on second.marks to anon;
    grant select, insert, update, delete on second.tags to anon;
    grant select on public.public_marks to anon;
    grant execute on function second.who(), second.colour_and_name(), public.named_tag() to anon`);
});

async function ask(method: string, path: string, profile?: string, body?: unknown) {
  const name = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'accept-profile' : 'content-profile';
  const response = await call(
    new Request(`${siteUrl}/rest/v1/${path}`, {
      method,
      headers: {
        ...key,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...(profile && { [name]: profile }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    profile: response.headers.get('content-profile'),
    body: text && JSON.parse(text),
  };
}

it('uses the first schema by default', async () => {
  expect(await ask('GET', 'tags?id=eq.1')).toEqual({
    status: 200,
    profile: 'public',
    body: [{ id: 1, name: 'nature' }],
  });
});

it('treats an empty name as unknown, even if the same was requested without one', async () => {
  const named = (headers: Record<string, string>) =>
    call(new Request(`${siteUrl}/rest/v1/tags?id=eq.1`, { headers: { ...key, ...headers } }));
  expect((await named({})).status).toBe(200);
  expect((await named({ 'accept-profile': '' })).status).toBe(406);
});

it('reads, changes and calls in the schema that is named', async () => {
  expect(await ask('GET', 'tags', 'second')).toEqual({
    status: 200,
    profile: 'second',
    body: [{ id: 1, colour: 'red' }],
  });
  expect((await ask('GET', 'marks?select=id,tags(colour)', 'second')).body).toEqual([
    { id: 1, tags: { colour: 'red' } },
  ]);
  expect((await ask('POST', 'tags', 'second', { id: 2, colour: 'blue' })).status).toBe(201);
  expect((await ask('PATCH', 'tags?id=eq.2', 'second', { colour: 'green' })).body).toEqual([
    { id: 2, colour: 'green' },
  ]);
  expect((await ask('DELETE', 'tags?id=eq.2', 'second')).status).toBe(200);
  expect((await ask('GET', 'rpc/who', 'second')).body).toBe('second');
  expect((await ask('POST', 'rpc/who', 'second', {})).body).toBe('second');
});

it('runs functions that name tables of the schema, or of the first one, without it', async () => {
  for (const prefer of ['', 'timezone=UTC']) {
    const named = async (path: string, profile: string) => {
      const headers = { ...key, 'accept-profile': profile, ...(prefer && { prefer }) };
      const response = await call(new Request(`${siteUrl}/rest/v1/${path}`, { headers }));
      return [response.status, await response.json()];
    };
    expect(await named('rpc/colour_and_name', 'second')).toEqual([200, 'red mark']);
    expect(await named('rpc/named_tag', 'public')).toEqual([200, 'nature']);
  }
});

it('never leads from one schema to another', async () => {
  const other = await ask('GET', 'marks?select=id,books(id)', 'second');
  expect([other.status, other.body.code, other.body.details]).toEqual([
    400,
    'PGRST200',
    "Searched for a foreign key relationship between 'marks' and 'books' in the schema 'second', but no matches were found.",
  ]);
  expect((await ask('GET', 'marks')).body.message).toBe(
    "Could not find the table 'public.marks' in the schema cache",
  );
});

it('names the exposed schemas, and no others', async () => {
  const { status, body } = await ask('GET', 'things', 'hidden');
  expect([status, body.code, body.hint]).toEqual([
    406,
    'PGRST106',
    'Only the following schemas are exposed: public, second',
  ]);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
