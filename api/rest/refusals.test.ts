import { describe, expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';
import { limits } from './limits.ts';

const { ask, send, actors, bugs } = await openLibrary();
const list = (count: number, item: (place: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join(',');

describe('a number that PostgreSQL would write out in thousands of digits', () => {
  const refused = { status: 400, body: { code: 'PGRST102' } };
  const json = { 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each(['[1e131071,1e131071]', '{"a":[1E+131071]}', '[0.1e-16383]', '["\\"",1e0400]'])(
    'is refused wherever it may come: %s',
    async (value) => {
      const key = actors.anonymous.headers;
      const body = `{"value":${value}}`;
      expect(await ask('rpc/echo', key, { method: 'POST', headers: json, body })).toMatchObject(
        refused,
      );
      const given = new URLSearchParams({ value }).toString();
      expect(await ask(`rpc/echo?${given}`)).toMatchObject(refused);
      expect(
        await ask('rpc/echo', key, { method: 'POST', headers: form, body: given }),
      ).toMatchObject(refused);
    },
  );

  it('is none in a text, and what a double holds is taken', async () => {
    const value = ['1e131071', 'say "1e99999', Number.MAX_VALUE, Number.MIN_VALUE, 100];
    const { body, status } = await send('POST', 'rpc/echo', { value });
    expect([status, body]).toEqual([200, value]);
  });

  it('is looked for in one pass, even in a text of quotes that never ends', async () => {
    const value = `1e400"${'\\"'.repeat(100_000)}\\`;
    const body = new URLSearchParams({ value }).toString();
    const start = performance.now();
    const answer = await ask('rpc/echo', actors.anonymous.headers, {
      method: 'POST',
      headers: form,
      body,
    });
    expect(answer).toMatchObject(refused);
    // A search that starts over at each quote takes minutes.
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('what is not understood is named', () => {
  it.each([
    ['books?id=is_like.5', 400, 'PGRST100', 'expecting "not" or operator (eq, gt, ...)'],
    ['books?foo=bar', 400, 'PGRST100', 'unexpected "b" expecting "not" or operator'],
    ['books?id=not.equals.5', 400, 'PGRST100', 'unexpected "e" expecting operator'],
    ['books?a.b=noop.0', 400, 'PGRST100', 'expecting "not" or operator (eq, gt, ...)'],
    ['books?or=(id.noop.5)', 400, 'PGRST100', 'expecting "not" or operator'],
    ['books?or=id.eq.5', 400, 'PGRST100', 'expecting "("'],
    ['books?or=(id.eq.5', 400, 'PGRST100', 'unexpected end of input'],
    ['books?or=()', 400, 'PGRST100', 'expecting field name'],
    ['books?or=(id.eq.5)x', 400, 'PGRST100', 'expecting end of input'],
    ['books?or=(id.eq."5)', 400, '22P02', 'invalid input syntax for type bigint'],
    ['books?or=(languages.cs.{en)', 400, 'PGRST100', 'a balanced {…}'],
    ['books?id=in.5', 400, 'PGRST100', 'expecting "("'],
    ['books?id=in.(1,2', 400, 'PGRST100', 'unexpected end of input'],
    ['books?id=in.(1,2)3', 400, 'PGRST100', 'expecting end of input'],
    ['books?id=is.5', 400, 'PGRST100', 'expecting null, not_null, true, false or unknown'],
    ['books?id=is.nullify', 400, 'PGRST100', 'expecting null'],
    ['books?id=neq(any).{1}', 400, 'PGRST100', '"any" or "all", where allowed'],
    ['books?id=eq(some).{1}', 400, 'PGRST100', '"any" or "all", where allowed'],
    ['books?languages=in.(a,b)', 400, 'PGRST100', "'languages' is a list"],
    ['books?select=id,', 400, 'PGRST100', 'expecting field name'],
    ['books?select=id)', 400, 'PGRST100', `unexpected ')'`],
    ['books?select=publishers(id', 400, 'PGRST100', 'expecting ")"'],
    ['books?select=id::', 400, 'PGRST100', 'expecting a type'],
    ['books?select=id::regclass', 400, 'PGRST100', "'regclass' is not a type to cast to"],
    ['books?select=id::text[]', 400, 'PGRST100', 'unexpected'],
    ['books?select=id.median()', 400, 'PGRST100', 'count(), sum(), avg(), min() or max()'],
    ['books?select=id;drop table books', 400, 'PGRST100', `unexpected ';'`],
    ['books?select=:id', 400, 'PGRST100', 'expecting field name'],
    ['books?select="":id', 400, 'PGRST100', 'is no label'],
    [`books?select=${'é'.repeat(32)}:id`, 400, 'PGRST100', 'is no label'],
    [`books?select=id,meta->>${'k'.repeat(64)}`, 400, 'PGRST100', 'is no label'],
    [`books?select=${'k'.repeat(64)}:publishers(id)`, 400, 'PGRST100', 'is no label'],
    ['books?order=id.up', 400, 'PGRST100', '.nullslast'],
    ['books?order=id.asc.nullsmiddle', 400, 'PGRST100', '.nullslast'],
    ['books?order=', 400, 'PGRST100', 'expecting field name'],
    ['books?limit=ten', 400, 'PGRST100', 'failed to parse limit (ten)'],
    ['books?limit=1e3', 400, 'PGRST100', 'failed to parse limit (1e3)'],
    ['books?offset=1;select 1', 400, 'PGRST100', 'failed to parse offset'],
    ['books?select=id&select=title', 400, 'PGRST100', '"select" is given more than once'],
    ['books?columns=id', 400, 'PGRST100', 'columns has no meaning in this read'],
    ['books?on_conflict=id', 400, 'PGRST100', 'on_conflict has no meaning in this read'],
    ['books?title=eq.%01', 400, 'PGRST100', 'control characters'],
    ['books?nothing=eq.1', 400, '42703', 'column books.nothing does not exist'],
    ['books?select=nothing', 400, '42703', 'column books.nothing does not exist'],
    ['books?order=nothing', 400, '42703', 'column books.nothing does not exist'],
    ['books?or=(id.eq.1,nothing.eq.1)', 400, '42703', 'column books.nothing does not exist'],
    [
      'books?select=*,publishers(nothing)',
      400,
      '42703',
      'column publishers_1.nothing does not exist',
    ],
    ['books?select=*,tags(nothing)', 400, '42703', 'column tags.nothing does not exist'],
    ['books?select=ctid', 400, '42703', 'column books.ctid does not exist'],
    ['books?id!=eq.1', 400, 'PGRST100', 'end of input'],
    ['rpc/add?a=1&columns=a', 400, 'PGRST100', 'has no meaning'],
    ['rpc/add?a=1&on_conflict=a', 400, 'PGRST100', 'has no meaning'],
    ['rpc/add?a=1&select=a', 400, 'PGRST127', 'does not answer with rows'],
    ['books?select=*,nothing(*)', 400, 'PGRST200', "between 'books' and 'nothing'"],
    ['books?select=*,tags!nothing(*)', 400, 'PGRST200', "using the hint 'nothing'"],
    [
      'books?select=*,authors(*)',
      300,
      'PGRST201',
      "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_edited_by'",
    ],
    ['books?select=*&tags.name=eq.x', 400, 'PGRST108', "'tags' is not an embedded resource"],
    ['books?select=*&tags.order=id', 400, 'PGRST108', "'tags' is not an embedded resource"],
    [
      'books?select=*,tags(*),tags(id)',
      400,
      '42712',
      'table name "books_tags_1" specified more than once',
    ],
    [
      'books?select=*,tags(*)&order=tags(name)',
      400,
      'PGRST118',
      "A related order on 'tags' is not possible",
    ],
    [
      'books?select=*,tags(*)&tags=eq.1',
      400,
      'PGRST120',
      "Bad operator on the 'tags' embedded resource",
    ],
    [
      'books?select=...tags(count())',
      400,
      'PGRST127',
      'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    ],
    ['nothing', 404, 'PGRST205', "Could not find the table 'public.nothing' in the schema cache"],
    ['hidden.things', 404, 'PGRST205', 'hidden.things'],
    ['pg_class', 404, 'PGRST205', 'pg_class'],
    ['mood', 404, 'PGRST205', 'mood'],
    ['books/1', 404, 'PGRST125', 'Invalid path specified in request URL'],
    ['books?id=eq.one', 400, '22P02', 'invalid input syntax for type bigint: "one"'],
    ['books?mood=eq.angry', 400, '22P02', 'angry'],
    ['books?published_at=gt.yesterdayish', 400, '22007', 'yesterdayish'],
    ['books?pages=eq.99999999999', 400, '22003', 'out of range'],
    ['books?words=fts.a b', 400, '42601', 'syntax error in tsquery'],
    ['books?words=fts(klingon).a', 400, '42704', 'klingon'],
    ['books?pages=like.1*', 400, '42883', 'operator does not exist'],
    ['books?pages=is.true', 400, '42804', 'boolean'],
    ['books?select=title,count()&order=id', 400, 'PGRST100', 'Groups are ordered only by'],
    ['books?languages=cs.en', 400, '22P02', 'malformed array literal'],
  ])('GET %s: %i %s', async (path, status, code, words) => {
    const answer = await ask(path);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(Object.keys(answer.body)).toEqual(['code', 'message', 'details', 'hint']);
    const { message, details, hint } = answer.body;
    expect(`${message} ${details} ${hint}`).toContain(words);
  });

  it('a method that no table supports', async () => {
    const method = 'PURGE';
    const { status, body } = await ask('tags?id=eq.1', undefined, { method });
    expect([status, body.code, body.message]).toEqual([
      405,
      'PGRST117',
      `Unsupported HTTP method: ${method}`,
    ]);
  });

  it('a schema other than public', async () => {
    const { status, body } = await ask('things', {
      ...actors.anonymous.headers,
      'accept-profile': 'hidden',
    });
    expect([status, body.code, body.message]).toEqual([406, 'PGRST106', 'Invalid schema: hidden']);
    expect(
      (await ask('tags', { ...actors.anonymous.headers, 'accept-profile': 'public' })).status,
    ).toBe(200);
  });

  it('a preference, if handling is strict', async () => {
    const prefer = 'handling=strict, count=exact, colour=red';
    const { status, body } = await ask('tags', { ...actors.anonymous.headers, prefer });
    expect([status, body.code, body.details]).toEqual([
      400,
      'PGRST122',
      'Invalid preferences: colour=red',
    ]);
    const lenient = await ask('tags', {
      ...actors.anonymous.headers,
      prefer: 'count=exact, colour=red',
    });
    expect(lenient.headers.get('preference-applied')).toBe('count=exact');
  });
});

describe('requests have limits', () => {
  const measured: [string, number, (count: number) => string][] = [
    ['filters', limits.filters, (count) => `tags?or=(${list(count, () => 'id.eq.1')})`],
    [
      'levels of and/or',
      limits.logicDepth,
      (count) => `tags?or=${'(and'.repeat(count - 1)}(id.eq.1${')'.repeat(count)}`,
    ],
    ['values in a list', limits.listValues, (count) => `tags?id=in.(${list(count, () => '1')})`],
    ['columns', limits.selectItems, (count) => `tags?select=${list(count, (i) => `c${i}:id`)}`],
    [
      'embedded resources',
      limits.embeds,
      (count) => `books?select=${list(count, (i) => `a${i}:tags(id)`)}`,
    ],
    ['levels of embedding', limits.embedDepth, (count) => `tags?select=${embedded(count)}`],
    [
      'levels that a filter names',
      limits.embedDepth,
      (count) => `tags?select=${embedded(limits.embedDepth)}&${levels(count).join('.')}.id=eq.1`,
    ],
    ['columns in the order', limits.orderTerms, (count) => `tags?order=${list(count, () => 'id')}`],
    [
      'steps of a JSON path',
      limits.jsonPathSteps,
      (count) => `books?select=meta${'->a'.repeat(count)}`,
    ],
  ];
  const levels = (count: number) =>
    Array.from({ length: count }, (_, i) => (i % 2 ? 'tags' : 'books'));
  const embedded = (count: number) => `${levels(count).join('(')}(id${')'.repeat(count)}`;

  it.each(measured)('on the number of %s', async (_, most, path) => {
    expect((await ask(path(most))).status).toBe(200);
    const { status, body } = await ask(path(most + 1));
    expect([status, body.code]).toEqual([400, 'PGRST100']);
  });

  it('on the number of characters', async () => {
    const path = (count: number) => `tags?name=eq.${'x'.repeat(count - '?name=eq.'.length)}`;
    expect((await ask(path(limits.urlLength))).status).toBe(200);
    const { status, body } = await ask(path(limits.urlLength + 1));
    expect([status, body.code]).toEqual([414, 'PGRST100']);
  });

  it('on the columns that a parameter names', async () => {
    const codeOf = async (count: number) =>
      (await send('POST', `guests?columns=${list(count, (i) => `c${i}`)}`, {})).body.code;
    expect(await codeOf(limits.bodyColumns)).toBe('PGRST204');
    expect(await codeOf(limits.bodyColumns + 1)).toBe('PGRST100');
  });

  it.each(['application/json', 'text/csv'])(
    'on the rows and columns of a body of %s',
    async (type) => {
      const codeOf = async (rows: number, columns: number) => {
        const names = Array.from({ length: columns }, (_, i) => `c${i}`);
        const row = Object.fromEntries(names.map((name) => [name, 1]));
        const body =
          type === 'text/csv'
            ? [names, ...Array.from({ length: rows }, () => names.map(() => 1))].join('\n')
            : JSON.stringify(Array.from({ length: rows }, () => row));
        const headers = { 'content-type': type };
        return (await ask('guests', undefined, { method: 'POST', body, headers })).body.code;
      };
      // Within the limits, what is wrong is that there are no such columns.
      expect(await codeOf(limits.bodyRows, 1)).toBe('PGRST204');
      expect(await codeOf(limits.bodyRows + 1, 1)).toBe('PGRST102');
      expect(await codeOf(1, limits.bodyColumns)).toBe('PGRST204');
      expect(await codeOf(1, limits.bodyColumns + 1)).toBe('PGRST102');
    },
  );
});

describe('what is not allowed', () => {
  it('is 401 for a visitor and 403 for a person', async () => {
    const asVisitor = await ask('vault');
    expect([asVisitor.status, asVisitor.body]).toEqual([
      401,
      { code: '42501', message: 'permission denied for table vault', details: null, hint: null },
    ]);
    expect(asVisitor.headers.get('www-authenticate')).toBe('Bearer');
    const asPerson = await ask('vault', (await actors.signedIn()).headers);
    expect([asPerson.status, asPerson.body.code]).toEqual([403, '42501']);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
