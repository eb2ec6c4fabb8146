import { describe, expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, send, oracle, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;

describe('a function called by POST', () => {
  it('with a name that nobody can have meant is refused like any other', async () => {
    const letter = (n: number) =>
      String.fromCodePoint(0x4e00 + ((n * n + Math.floor(n / 20_011) * n) % 20_011));
    const name = `a, b${Array.from({ length: 200_000 }, (_, n) => letter(n)).join('')}`;
    const { status, body } = await send('POST', 'rpc/add', { [name]: 1 });
    expect([status, body.code, body.hint]).toEqual([404, 'PGRST202', null]);
  });

  it.each([
    ['add', { a: 2, b: 3 }, 5],
    ['add', { a: 2 }, 3],
    ['echo', { value: { deep: [1, null] } }, { deep: [1, null] }],
    ['echo', { value: null }, null],
    ['numbers', { most: 3 }, [1, 2, 3]],
    [
      'squares',
      { most: 2 },
      [
        { n: 1, square: 1 },
        { n: 2, square: 4 },
      ],
    ],
    ['squares?n=gt.1&select=square', { most: 3 }, [{ square: 4 }, { square: 9 }]],
    ['squares?order=n.desc&limit=1', { most: 3 }, [{ n: 3, square: 9 }]],
    ['longest', { words: ['a', 'ccc', 'bb'] }, 'ccc'],
    ['both', {}, { low: 1, high: 9 }],
    ['both', null, { low: 1, high: 9 }],
    ['total', { x: 1 }, 1],
    ['total', { x: 1, y: 2 }, 3],
    [
      'books_by?select=id,publishers(name)',
      { author: 1 },
      [
        { id: 1, publishers: { name: 'Ash' } },
        { id: 2, publishers: { name: 'Birch' } },
      ],
    ],
    ['one_book?select=title', { id: 1 }, { title: 'The Running Foxes' }],
    ['numbers?limit=2&offset=1', { most: 9 }, [2, 3]],
  ] as const)('%s with %o answers %o', async (name, args, result) => {
    const { status, body } = await send('POST', `rpc/${name}`, args);
    expect([status, body]).toEqual([200, result]);
  });

  it('answers 204 if it returns nothing', async () => {
    const { status, text } = await send('POST', 'rpc/add_guest', { id: 50, name: 'Zoe' });
    expect([status, text]).toEqual([204, '']);
    expect(await oracle('select name from guests where id = 50')).toEqual([{ name: 'Zoe' }]);
  });

  it('is rolled back if it affects more rows than allowed', async () => {
    const { status, body } = await send(
      'POST',
      'rpc/rename_guests',
      { name: 'x' },
      key,
      'handling=strict,max-affected=1',
    );
    expect([status, body.code]).toEqual([400, 'PGRST124']);
    expect(await oracle(`select 1 from guests where name = 'x'`)).toEqual([]);
  });

  it('counts and pages rows', async () => {
    const { status, headers } = await send(
      'POST',
      'rpc/squares?limit=2',
      { most: 5 },
      key,
      'count=exact',
    );
    expect([status, headers.get('content-range')]).toEqual([206, '0-1/5']);
    expect((await send('POST', 'rpc/numbers', { most: 3000 })).body).toHaveLength(1000);
    expect((await send('POST', 'rpc/squares', { most: 3000 })).body).toHaveLength(1000);
  });

  it('returns an object or CSV like a table', async () => {
    const single = await send(
      'POST',
      'rpc/books_by?select=id&limit=1',
      { author: 2 },
      { ...key, accept: 'application/vnd.pgrst.object+json' },
    );
    expect(single.body).toEqual({ id: 3 });
    const csv = await send('POST', 'rpc/squares', { most: 2 }, { ...key, accept: 'text/csv' });
    expect(csv.text).toBe('n,square\n1,1\n2,4');
  });
});

describe('a function called by GET', () => {
  it.each([
    ['add?a=2&b=3', 5],
    ['add?a=2', 3],
    ['numbers?most=2', [1, 2]],
    ['squares?most=3&n=gt.2', [{ n: 3, square: 9 }]],
    ['echo?value={"a":1}', { a: 1 }],
    ['longest?words={a,bbb,"c,c"}', 'bbb'],
    ['both', { low: 1, high: 9 }],
  ])('%s answers %o', async (path, result) => {
    const { status, body } = await ask(`rpc/${path}`);
    expect([status, body]).toEqual([200, result]);
  });

  it('may only read', async () => {
    const { status, body } = await ask('rpc/add_guest?id=60&name=Max');
    expect([status, body.code]).toEqual([405, '25006']);
    expect((await ask('rpc/who')).body.readonly).toBe('on');
    // A function that changes nothing is the same in both; one that may change something gets a writable transaction.
    expect((await send('POST', 'rpc/who', {})).body.readonly).toBe('on');
  });

  it('returns only headers to HEAD', async () => {
    const { status, text, headers } = await ask(
      'rpc/squares?most=3',
      { ...key, prefer: 'count=exact' },
      { method: 'HEAD' },
    );
    expect([status, text, headers.get('content-range')]).toEqual([200, '', '0-2/3']);
  });
});

describe('a call is refused', () => {
  it.each([
    [
      'nothing',
      {},
      404,
      'PGRST202',
      'Could not find the function public.nothing without parameters in the schema cache',
    ],
    [
      'add',
      { a: 1, c: 2 },
      404,
      'PGRST202',
      'Could not find the function public.add(a, c) in the schema cache',
    ],
    ['add', {}, 404, 'PGRST202', 'without parameters'],
    [
      'set_config',
      { setting_name: 'role', new_value: 'postgres', is_local: false },
      404,
      'PGRST202',
      'set_config',
    ],
    ['twice', { x: 1 }, 300, 'PGRST203', 'public.twice(x => integer), public.twice(x => text)'],
    ['add', { a: 'one' }, 400, '22P02', 'invalid input syntax for type integer: "one"'],
    ['add', [{ a: 1 }, { b: 1 }], 400, 'PGRST102', 'All object keys must match'],
    ['add', [1], 400, 'PGRST102', 'All object keys must match'],
    ['add?b=1', { a: 1 }, 400, 'PGRST100', 'has no meaning'],
    ['add?order=x', { a: 1 }, 400, 'PGRST127', 'not implemented'],
    ['private', {}, 401, '42501', 'permission denied for function private'],
    ['treasure', {}, 401, '42501', 'permission denied for table vault'],
    ['fail', { state: 'P0001', words: 'no' }, 400, 'P0001', 'no'],
    ['fail', { state: 'PT418', words: 'teapot' }, 418, 'PT418', 'teapot'],
    ['sleep', { seconds: 30 }, 504, '57014', 'canceling statement due to statement timeout'],
  ] as const)('%s with %o: %i %s', async (name, args, status, code, words) => {
    const answer = await send('POST', `rpc/${name}`, args);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.message).toContain(words);
  });

  it('with any other method', async () => {
    const { status, body } = await send('PATCH', 'rpc/add', { a: 1 });
    expect([status, body.code, body.message]).toEqual([
      405,
      'PGRST101',
      'Cannot use the PATCH method on RPC',
    ]);
  });

  it('with what the function says', async () => {
    const { body } = await send('POST', 'rpc/fail', { state: '22023', words: 'bad' });
    expect(body).toEqual({ code: '22023', message: 'bad', details: 'more', hint: 'try' });
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
