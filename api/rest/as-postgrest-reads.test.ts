import { expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, send, asAdmin, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;

await asAdmin(async (client) => {
  await client.query(`
    create table public.odd_keys (id int primary key, data jsonb, raw json);
    insert into public.odd_keys values
      (1, '{"!@#$%^&*_a": 1, "a b": {"c:d-e": 2}, "0": 3}', '{"n": 1.50, "o": {"b":  1, "a": [ ]}}');
    create table public.lone (id int primary key);
    grant select on public.odd_keys to anon;
    notify schema_changed`);
});

it('reads JSON keys with nearly all characters', async () => {
  const read = async (query: string) => (await ask(`odd_keys?${query}`)).body;
  const odd = encodeURIComponent('data->!@#$%^&*_a');
  expect(await read(`select=${odd}`)).toEqual([{ '!@#$%^&*_a': 1 }]);
  expect(await read('select=x:data->a b->c:d-e::text')).toEqual([{ x: '2' }]);
  expect(await read(`select=id&${encodeURIComponent('data->>!@#$%^&*_a')}=eq.1`)).toEqual([
    { id: 1 },
  ]);
  expect(await read(`select=id&order=${odd}.desc&or=(${odd}.eq.1)`)).toEqual([{ id: 1 }]);
  for (const path of ['data->', 'data->(', 'data->a>b']) {
    const { status, body } = await ask(`odd_keys?select=${encodeURIComponent(path)}`);
    expect([path, status, body.code]).toEqual([path, 400, 'PGRST100']);
  }
});

it('shows the text of a json value as it was stored', async () => {
  const { body } = await ask('odd_keys?select=raw->>n,raw->>o,inner:raw->o->>a');
  expect(body).toEqual([{ n: '1.50', o: '{"b":  1, "a": [ ]}', inner: '[ ]' }]);
  expect((await ask('odd_keys?select=id&raw->>n=eq.1.50')).body).toEqual([{ id: 1 }]);
  expect((await ask('odd_keys?select=id&raw->n=eq.1.5&order=raw->o')).body).toEqual([{ id: 1 }]);
});

it('hides an embedded resource that embeds only what shows nothing', async () => {
  const { body } = await ask('books?select=id,publishers(books())&id=eq.1');
  expect(body).toEqual([{ id: 1 }]);
  const inner = await ask(
    'publishers?select=id,books!inner(tags!inner())&books.tags.name=eq.nature',
  );
  expect(inner.body).toEqual([{ id: 1 }]);
});

it('finds the single row of another table by the column of either', async () => {
  for (const name of ['id', 'covers', 'covers_book_id_fkey']) {
    expect(
      (await ask(`books?select=id,${name === 'id' ? 'cover:' : ''}${name}(colour)&id=eq.1`)).body,
    ).toEqual([{ id: 1, [name === 'id' ? 'cover' : name]: { colour: 'red' } }]);
  }
});

it.each([
  ['application/json;q=0.5, text/csv', 'text/csv'],
  ['*/*, text/csv', 'text/csv'],
  ['text/csv;q=0.1, */*;q=0.9', 'application/json'],
  ['text/csv; q=0, application/json', 'application/json'],
  ['text/html, image/png, */*; q=.2', 'application/json'],
  [
    'application/vnd.pgrst.array+json;nulls=stripped, application/json',
    'application/vnd.pgrst.array+json;nulls=stripped',
  ],
])('answers %s with the most preferred type', async (accept, type) => {
  const { headers } = await ask('books?select=id', { ...key, accept });
  expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`);
});

it('ignores a range in a HEAD', async () => {
  const range = { ...key, range: '0-1', prefer: 'count=exact' };
  const head = await ask('books', range, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-range')]).toEqual([200, '0-4/5']);
  const call = await ask('rpc/squares?most=5', range, { method: 'HEAD' });
  expect(call.headers.get('content-range')).toBe('0-4/5');
  const get = await ask('books', range);
  expect([get.status, get.headers.get('content-range')]).toEqual([206, '0-1/5']);
});

it('says with a 416 how many rows there are', async () => {
  for (const path of ['books?offset=100', 'rpc/squares?most=5&offset=100']) {
    const { status, headers, body } = await ask(path, { ...key, prefer: 'count=exact' });
    expect([status, headers.get('content-range')]).toEqual([416, '*/5']);
    expect(body).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 100 was requested, but there are only 5 rows.',
      hint: null,
    });
  }
});

it('reports a missing relationship, and suggests one with a similar name', async () => {
  const refused = async (path: string) => (await ask(path)).body;
  expect(await refused('books?select=publisher(*)')).toEqual({
    code: 'PGRST200',
    message: "Could not find a relationship between 'books' and 'publisher' in the schema cache",
    details:
      "Searched for a foreign key relationship between 'books' and 'publisher' in the schema 'public', but no matches were found.",
    hint: "Perhaps you meant 'publishers' instead of 'publisher'.",
  });
  expect(await refused('books?select=authors!nobody(*)')).toEqual({
    code: 'PGRST200',
    message: "Could not find a relationship between 'books' and 'authors' in the schema cache",
    details:
      "Searched for a foreign key relationship between 'books' and 'authors' using the hint 'nobody' in the schema 'public', but no matches were found.",
    hint: null,
  });
  expect((await refused('books?select=zzz(*)')).hint).toBeNull();
  // Notes refer to books, but a visitor has no grant on them.
  expect((await refused('books?select=note(*)')).hint).toBeNull();
  const person = await actors.signedIn();
  expect((await ask('books?select=note(*)', person.headers)).body.hint).toBe(
    "Perhaps you meant 'notes' instead of 'note'.",
  );
  expect((await refused('bookz')).hint).toBe("Perhaps you meant the table 'public.books'");
  expect((await refused('vaults')).hint).toBeNull();
});

it('lists each relationship that could be meant', async () => {
  expect((await ask('books?select=authors(*)')).body).toEqual({
    code: 'PGRST201',
    message:
      "Could not embed because more than one relationship was found for 'books' and 'authors'",
    details: [
      {
        cardinality: 'many-to-one',
        embedding: 'books with authors',
        relationship: 'books_author_id_fkey using books(author_id) and authors(id)',
      },
      {
        cardinality: 'many-to-one',
        embedding: 'books with authors',
        relationship: 'books_edited_by using books(editor_id) and authors(id)',
      },
    ],
    hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_edited_by'. Find the desired relationship in the 'details' key.",
  });
  expect((await ask('authors?select=books(*)')).body.details[1]).toEqual({
    cardinality: 'one-to-many',
    embedding: 'authors with books',
    relationship: 'books_edited_by using authors(id) and books(editor_id)',
  });
});

it('shows times in the preferred zone', async () => {
  const path = 'books?select=published_at&id=eq.1';
  const zone = async (prefer: string) => {
    const { status, body, headers } = await ask(path, { ...key, prefer });
    return [status, body[0]?.published_at ?? body.message, headers.get('preference-applied')];
  };
  for (const [preferred, time] of [
    ['America/Los_Angeles', '2024-01-01T04:00:00-08:00'],
    ['america/los_angeles', '2024-01-01T04:00:00-08:00'],
    ['-4', '2024-01-01T08:00:00-04:00'],
    // PostgreSQL counts hours with minutes towards the west.
    ['+05:30', '2024-01-01T06:30:00-05:30'],
  ]) {
    const prefer = `handling=strict, timezone=${preferred}`;
    expect(await zone(prefer)).toEqual([200, time, prefer]);
  }
  expect((await zone('timezone=UTC'))[0]).toBe(200);
  for (const preferred of ['Jupiter/Red_Spot', '16', '05:31', '', 'X5']) {
    const message = `invalid value for parameter "TimeZone": "${preferred}"`;
    for (const handling of ['', 'handling=lenient, ', 'handling=strict, ']) {
      expect(await zone(`${handling}timezone=${preferred}`)).toEqual([400, message, null]);
    }
  }
  const { body } = await ask(path);
  expect(body[0].published_at).toBe('2024-01-01T12:00:00+00:00');
});

it('names the response’s schema if it was requested by name', async () => {
  const told = await ask('tags', { ...key, 'accept-profile': 'public' });
  expect(told.headers.get('content-profile')).toBe('public');
  expect((await ask('tags')).headers.get('content-profile')).toBeNull();
  const other = await send('POST', 'guests', { id: 1 }, { ...key, 'content-profile': 'hidden' });
  expect([other.status, other.body]).toEqual([
    406,
    {
      code: 'PGRST106',
      message: 'Invalid schema: hidden',
      details: null,
      hint: 'Only the following schemas are exposed: public',
    },
  ]);
});

it('says where the same can be read again', async () => {
  const place = async (path: string, init: RequestInit = {}) =>
    (await ask(path, key, init)).headers.get('content-location');
  expect(await place('tags')).toBe('/rest/v1/tags');
  expect(await place('tags?select=*&name=in.("a b",c)&id=gt.0&apikey=x&id=lt.9')).toBe(
    '/rest/v1/tags?id=gt.0&id=lt.9&name=in.%28%22a%20b%22%2Cc%29&select=%2A',
  );
  expect(await place('tags?order=id', { method: 'HEAD' })).toBe('/rest/v1/tags?order=id');
  expect(await place('rpc/add?a=1')).toBeNull();
  expect(await place(`tags?id=in.(${'1,'.repeat(1_000)}1)`)).toBeNull();
  // Percent-encoded it is twice as long, and proxies do not accept such a header.
  expect(await place(`tags?id=in.(${'1,'.repeat(900)}1)`)).toBeNull();
});

it('names the error code if a HEAD shows no body', async () => {
  const status = async (path: string) => {
    const head = await ask(path, key, { method: 'HEAD' });
    return [head.status, head.headers.get('proxy-status')];
  };
  expect(await status('nowhere')).toEqual([404, 'PostgREST; error=PGRST205']);
  expect(await status('books?select=nothing')).toEqual([400, 'PostgREST; error=42703']);
  expect(await status('tags')).toEqual([200, null]);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
