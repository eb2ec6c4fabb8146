import { describe, expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;
const exact = { ...key, prefer: 'count=exact' };

describe('the part of a list that is shown', () => {
  it.each([
    ['books?select=id&order=id', {}, 200, '0-4/*', [1, 2, 3, 4, 9007199254740992]],
    ['books?select=id&order=id', { range: '1-2' }, 200, '1-2/*', [2, 3]],
    ['books?select=id&order=id', { range: '1-1' }, 200, '1-1/*', [2]],
    ['books?select=id&order=id', { range: '3-' }, 200, '3-4/*', [4, 9007199254740992]],
    ['books?select=id&order=id&limit=3', { range: '1-9' }, 200, '1-2/*', [2, 3]],
    ['books?select=id&order=id&offset=1&limit=2', {}, 200, '1-2/*', [2, 3]],
    ['books?select=id&order=id&offset=-4&limit=2', {}, 200, '0-1/*', [1, 2]],
    ['books?select=id&order=id', { range: '0-1', 'range-unit': 'items' }, 200, '0-1/*', [1, 2]],
    ['books?select=id&order=id&limit=1', { range: 'bytes=0-1' }, 200, '0-0/*', [1]],
    ['books?select=id&order=id&limit=1', { range: 'everything' }, 200, '0-0/*', [1]],
    ['books?select=id&order=id&limit=1', { range: '-1' }, 200, '0-0/*', [1]],
    ['books?select=id&order=id&limit=1', { range: `0-${'9'.repeat(30)}` }, 200, '0-0/*', [1]],
    ['books?select=id&order=id', { range: `${'9'.repeat(30)}-` }, 200, '*/*', []],
    ['books?select=id&order=id&limit=0', { range: '1-2' }, 200, '*/*', []],
    ['books?select=id&id=eq.77', {}, 200, '*/*', []],
    ['books?select=id&order=id&limit=2', { prefer: 'count=exact' }, 206, '0-1/5', [1, 2]],
    ['books?select=id&id=lt.3&order=id', { prefer: 'count=exact' }, 200, '0-1/2', [1, 2]],
    ['books?select=id&id=eq.77', { prefer: 'count=exact' }, 200, '*/0', []],
    ['books?select=id&offset=5', { prefer: 'count=exact' }, 206, '*/5', []],
    [
      'publishers?select=id,books!inner()&books.price=gt.50',
      { prefer: 'count=exact' },
      200,
      '0-0/1',
      [1],
    ],
    ['publishers?select=id,books()&books=is.null', { prefer: 'count=exact' }, 200, '*/0', []],
    ['tags?select=id:count(),name&limit=1', { prefer: 'count=exact' }, 206, '0-0/3', [1]],
  ] as const)('of %s with %o', async (path, headers, status, range, ids) => {
    const answer = await ask(path, { ...key, ...headers });
    expect(answer.body.map((row: { id: number }) => row.id)).toEqual(ids);
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, range]);
  });

  it.each([
    ['books?offset=6', exact, 'An offset of 6 was requested, but there are only 5 rows.'],
    ['books?limit=-1', key, 'Limit should be greater than or equal to zero.'],
    [
      'books',
      { ...key, range: '5-2' },
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    ],
    [
      'books?limit=2',
      { ...key, range: '7-9' },
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    ],
  ])('is refused with 416 for %s', async (path, headers, details) => {
    const { status, body } = await ask(path, headers);
    expect(status).toBe(416);
    expect(body).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details,
      hint: null,
    });
  });

  it('is never longer than 1,000 rows for a visitor, and complete for the secret key', async () => {
    const forVisitor = await ask('many', exact);
    expect(forVisitor.headers.get('content-range')).toBe('0-999/1200');
    expect((await ask('many?limit=1100')).body).toHaveLength(1000);
    expect((await ask('many', actors.staff.headers)).body).toHaveLength(1200);
    expect((await ask('many?limit=1100', actors.staff.headers)).body).toHaveLength(1100);
  });
});

describe('the number of rows', () => {
  it('is the planner’s estimate for the secret key if planned', async () => {
    const planned = { ...actors.staff.headers, prefer: 'count=planned' };
    const { headers, status } = await ask('many?limit=1', planned);
    expect(headers.get('content-range')).toBe('0-0/1200');
    expect(headers.get('preference-applied')).toBe('count=planned');
    expect(status).toBe(206);
  });

  it('is exact up to a page and the planner’s beyond if estimated', async () => {
    const estimated = { ...actors.staff.headers, prefer: 'count=estimated' };
    const few = await ask('many?id=lte.700&limit=1', estimated);
    expect(few.headers.get('content-range')).toBe('0-0/700');
    const many = await ask('many?id=gt.1&limit=1', estimated);
    expect(Number(many.headers.get('content-range')?.split('/')[1])).toBeGreaterThanOrEqual(1001);
  });

  it('is given to HEAD without the rows', async () => {
    const { status, headers, text } = await ask('books', exact, { method: 'HEAD' });
    expect([status, text, headers.get('content-range')]).toEqual([200, '', '0-4/5']);
  });

  it.each([
    'many',
    'many?limit=5&offset=1195',
    'many?limit=5&offset=1198',
    'many?limit=0',
    'many?offset=1200',
    'many?offset=1201',
    'many?id=lte.7&id=gt.3&limit=2',
    'books?select=title,publishers(name)&publishers.id=eq.1',
    'books?select=title,publishers!inner(name)&publishers.id=eq.1&limit=1',
    'publishers?select=name,books(count)&id=eq.1',
  ])('is the same for HEAD as for GET: %s', async (path) => {
    const [shown, told] = [await ask(path, exact), await ask(path, exact, { method: 'HEAD' })];
    expect([told.status, told.headers.get('content-range')]).toEqual([
      shown.status,
      shown.headers.get('content-range'),
    ]);
  });
});

describe('the format of the response', () => {
  const as = (accept: string, path: string) => ask(path, { ...key, accept });

  it('is an object if one is requested and there is one row', async () => {
    const { status, headers, text } = await as('application/vnd.pgrst.object+json', 'tags?id=eq.2');
    expect([status, text]).toEqual([200, '{"id":2,"name":"speed"}']);
    expect(headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8');
  });

  it.each([
    ['tags?id=eq.99', 0],
    ['tags', 3],
  ])('is refused with 406 if an object is requested and %s has %i', async (path, rows) => {
    const { status, body } = await as('application/vnd.pgrst.object+json', path);
    expect(status).toBe(406);
    expect(body).toEqual({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: `The result contains ${rows} rows`,
      hint: null,
    });
  });

  it('is CSV', async () => {
    const { status, headers, text } = await as(
      'text/csv',
      'books?select=id,name:title,price,in_print,code,languages,meta->a&id=lte.3&order=id',
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(text).toBe(
      [
        'id,name,price,in_print,code,languages,a',
        '1,"The Running Foxes",9.50,true,A-1,"{en,de}","{""b"": 1}"',
        '2,"A ""quoted"", comma",12.00,false,B-2,{en},"{""b"": 2}"',
        '3,"Runner (again)",100.01,,,{},',
      ].join('\n'),
    );
    expect((await as('text/csv', 'tags?id=eq.99')).text).toBe('id,name');
  });

  it('leaves out nulls on request', async () => {
    const accept = 'application/vnd.pgrst.array+json;nulls=stripped';
    expect((await as(accept, 'publishers?id=eq.2')).text).toBe('[{"id":2,"name":"Birch"}]');
  });

  it.each([
    'application/vnd.pgrst.plan+text; for="application/json"; options=analyze;',
    'application/geo+json',
    'image/png',
  ])('is refused with 406 for %s', async (accept) => {
    const { status, body } = await as(accept, 'tags');
    expect([status, body.code]).toEqual([406, 'PGRST107']);
    expect(body.message).toContain(accept.replace(/;$/, ''));
  });

  it('keeps the digits, offsets and key order that the database has', async () => {
    const { text } = await ask(
      'books?select=id,price,rating,published_at,languages,scores,loaned,words,meta&id=in.(2,4,9007199254740993)&order=id',
    );
    expect(text).toContain('"id":9007199254740993,"price":0.10,"rating":-1.5');
    expect(text).toContain(
      '"price":12.00,"rating":3.25,"published_at":"2024-02-01T06:30:00.123456+00:00"',
    );
    expect(text).toContain('"languages":["en"],"scores":[4],"loaned":"[2024-03-01,2024-04-01)"');
    expect(text).toContain('"meta":{"deep": [{"n": 5}], "kind": "x"}');
    expect(text).toContain('"rating":"NaN"');
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
