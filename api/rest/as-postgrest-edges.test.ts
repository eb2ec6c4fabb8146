import { expect, it } from 'vitest';
import { testKeys } from '#test/support/test-keys.ts';
import { openLibrary } from './fixture/library.ts';

const { ask, send, asAdmin, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;

await asAdmin(async (client) => {
  await client.query(`
    create table public.sayings (id int primary key, words text);
    insert into public.sayings values (1, '"'), (2, '"No" is an answer'), (3, 'no "quotes"'), (4, 'a,b'), (5, '"c\\');
    grant select on public.sayings to anon;
    create function public.check_in(state text) returns void language plpgsql stable as
      $$ begin raise exception using errcode = state, message = 'Not today'; end $$;
    create function public.check_value(state text) returns int language plpgsql stable as
      $$ begin raise exception using errcode = state, message = 'Not today'; end $$;
    create domain public.saying as public.sayings;
    create function public.some_sayings() returns setof public.saying language sql stable as
      'select s::public.saying from public.sayings s where id < 3';
    create view public.one_of_many with (security_invoker = true) as
      select id from public.sayings where id = (select id from public.sayings);
    create function public.one_of_many() returns int language sql stable as
      'select (select id from public.sayings)';
    grant select on public.one_of_many, public.sayings to anon, service_role;
    grant execute on all functions in schema public to anon, authenticated, service_role;
    revoke execute on function public.private() from public, anon, authenticated;
    notify schema_changed`);
});

it('takes a value that only starts with a quote literally', async () => {
  const found = async (filter: string) =>
    ((await ask(`sayings?select=id&order=id&${filter}`)).body as { id: number }[]).map(
      ({ id }) => id,
    );
  expect(await found('words=in.(")')).toEqual([1]);
  expect(await found('words=in.("No" is an answer,no "quotes",")')).toEqual([1, 2, 3]);
  expect(await found('words=in.("a,b","\\"")')).toEqual([1, 4]);
  expect(await found('words=in.("c\\)')).toEqual([5]);
  expect(await found('or=(words.eq.",words.eq."No" is an answer,words.eq."a,b")')).toEqual([
    1, 2, 4,
  ]);
});

it('calls a function whose value is not shown', async () => {
  for (const [name, method] of [
    ['check_in', 'GET'],
    ['check_in', 'POST'],
    ['check_in', 'HEAD'],
    ['check_value', 'HEAD'],
  ] as const) {
    const { status } =
      method === 'POST'
        ? await send('POST', `rpc/${name}`, { state: 'PT402' }, key)
        : await ask(`rpc/${name}?state=PT402`, key, { method });
    expect([name, method, status]).toEqual([name, method, 402]);
  }
});

it('reads rows whose type is a domain like those of its table', async () => {
  expect((await ask('rpc/some_sayings?select=words&id=eq.1')).body).toEqual([{ words: '"' }]);
  expect((await ask('rpc/some_sayings')).body).toHaveLength(2);
});

it('ignores spaces before the first item of a list', async () => {
  expect((await ask('sayings?select=id&id=in.(  )')).body).toEqual([]);
  expect((await ask('sayings?select=id&id=in.( 2,3)')).body).toEqual([{ id: 2 }, { id: 3 }]);
  const empty = await ask('sayings?select=id&id=in.( ,3)');
  expect([empty.status, empty.body.message]).toEqual([
    400,
    'invalid input syntax for type integer: ""',
  ]);
});

it('says where a syntax error is, and what was expected', async () => {
  for (const [query, message, details] of [
    [
      'order=id.asc.nullslasttt',
      'order (id.asc.nullslasttt)" (line 1, column 17)',
      `'t' expecting "," or end of input`,
    ],
    ['id=0', 'filter (0)" (line 1, column 1)', '"0" expecting "not" or operator (eq, gt, ...)'],
    [
      'id=',
      'filter ()" (line 1, column 1)',
      'end of input expecting "not" or operator (eq, gt, ...)',
    ],
    [
      'or=()',
      'logic tree (())" (line 1, column 4)',
      '")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    ],
    [
      'select=words->>--34',
      'select parameter (words->>--34)" (line 1, column 10)',
      '"-" expecting digit',
    ],
  ]) {
    const { status, body } = await ask(`sayings?${query}`);
    expect([query, status, body]).toEqual([
      query,
      400,
      {
        code: 'PGRST100',
        message: `"failed to parse ${message}`,
        details: `unexpected ${details}`,
        hint: null,
      },
    ]);
  }
});

it('names an embedded table by its depth if it has no such column, except behind a junction', async () => {
  const told = async (query: string) => (await ask(`authors?${query}`)).body.message;
  expect(await told('select=books!author_id(sum)')).toBe('column books_1.sum does not exist');
  expect(await told('select=books!author_id(tags(name))&books.tags.nothing=eq.1')).toBe(
    'column tags.nothing does not exist',
  );
  expect(await told('select=books!author_id(tags(book_tags(nothing)))')).toBe(
    'column book_tags_3.nothing does not exist',
  );
  expect(await told('select=nothing')).toBe('column authors.nothing does not exist');
});

it('reports a view or function that finds several rows for one as broken', async () => {
  for (const path of ['one_of_many', 'rpc/one_of_many']) {
    const hidden = await ask(path);
    expect([hidden.status, hidden.body.code]).toEqual([500, 'unexpected']);
    const { body } = await ask(path, { apikey: testKeys.secretKey });
    expect(body.code).toBe('21000');
  }
  expect(bugs.splice(0)).toHaveLength(4);
});

it('treats a URL with an empty part as missing', async () => {
  for (const path of ['/sayings', 'rpc/', '/']) {
    const { status, body } = await ask(path);
    expect([path, status, body.code]).toEqual([path, 404, 'PGRST125']);
  }
});

it('shows functions the path without the service', async () => {
  expect((await ask('rpc/who')).body).toMatchObject({ method: 'GET', path: '/rpc/who' });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
