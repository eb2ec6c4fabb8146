import { beforeEach, describe, expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, send, oracle, actors, asAdmin, bugs } = await openLibrary();
const owner = await actors.signedIn();
const stranger = await actors.signedIn();
const shown = 'return=representation';

const write = (method: string, path: string, body: unknown, prefer?: string) =>
  send(method, path, body, owner.headers, prefer);

beforeEach(() =>
  asAdmin(async (client) => {
    await client.query(`truncate notes restart identity`);
    await client.query(
      `insert into notes (owner, title, kind, stars, slug) values
        ($1, 'first', 'plain', 1, 'one'), ($1, 'second', 'gold', 2, 'two'), ($2, 'theirs', 'plain', 3, 'three')`,
      [owner.id, stranger.id],
    );
  }),
);

describe('inserting', () => {
  it('one row answers 201 and returns nothing else', async () => {
    const { status, text, headers } = await write('POST', 'notes', { title: 'new', stars: 5 });
    expect([status, text]).toEqual([201, '']);
    expect(headers.get('content-type')).toBeNull();
    expect(await oracle(`select title, stars, kind, owner from notes where id = 4`)).toEqual([
      { title: 'new', stars: 5, kind: 'plain', owner: owner.id },
    ]);
  });

  it('returns the requested columns, including embedded ones', async () => {
    const { status, body, headers } = await write(
      'POST',
      'notes?select=id,title,books(title)',
      { title: 'new', book_id: 1 },
      shown,
    );
    expect([status, body]).toEqual([
      201,
      [{ id: 4, title: 'new', books: { title: 'The Running Foxes' } }],
    ]);
    expect(headers.get('preference-applied')).toBe('return=representation');
  });

  it('refuses to return a column that nobody may read', async () => {
    const { status, body } = await write('POST', 'notes?select=*', { title: 'new' }, shown);
    expect([status, body.code]).toEqual([403, '42501']);
    expect(await oracle('select count(*) from notes')).toEqual([{ count: 3 }]);
  });

  it('several rows is all or nothing', async () => {
    const good = await write(
      'POST',
      'notes?columns="title","stars"&select=title,stars,kind',
      [
        { title: 'b', stars: 2 },
        { title: 'c', stars: 3 },
      ],
      shown,
    );
    expect(good.body).toEqual([
      { title: 'b', stars: 2, kind: 'plain' },
      { title: 'c', stars: 3, kind: 'plain' },
    ]);
    const bad = await write('POST', 'notes?columns=title', [{ title: 'x' }, { title: '' }]);
    expect([bad.status, bad.body.code]).toEqual([400, '23514']);
    expect(await oracle(`select 1 from notes where title = 'x'`)).toEqual([]);
  });

  it('gives missing keys null, or their default on request', async () => {
    const rows = [{ title: 'a', kind: 'gold' }, { title: 'b' }];
    const plain = await write('POST', 'notes?columns=title,kind', rows);
    expect([plain.status, plain.body.code]).toEqual([400, '23502']);
    const missing = await write(
      'POST',
      'notes?columns=title,kind,stars&select=title,kind,stars',
      rows,
      `${shown},missing=default`,
    );
    expect(missing.body).toEqual([
      { title: 'a', kind: 'gold', stars: 0 },
      { title: 'b', kind: 'plain', stars: 0 },
    ]);
    expect(missing.headers.get('preference-applied')).toContain('missing=default');
  });

  it('refuses rows of different shapes, unknown columns and what is not a row', async () => {
    const uneven = await write('POST', 'notes', [{ title: 'a' }, { title: 'b', stars: 1 }]);
    expect([uneven.status, uneven.body.code, uneven.body.message]).toEqual([
      400,
      'PGRST102',
      'All object keys must match',
    ]);
    const unknown = await write('POST', 'notes', { title: 'a', colour: 'red' });
    expect([unknown.status, unknown.body]).toEqual([
      400,
      {
        code: 'PGRST204',
        message: "Could not find the 'colour' column of 'notes' in the schema cache",
        details: null,
        hint: null,
      },
    ]);
    for (const body of [5, 'x', null, [1], [[{}]]]) {
      for (const path of ['notes', 'notes?columns=title']) {
        expect((await write('POST', path, body)).body.code).toBe('PGRST102');
      }
    }
    expect((await write('POST', 'notes?id=eq.1', { title: 'a' })).body.code).toBe('PGRST100');
    expect((await write('PATCH', 'notes?id=eq.1', [{ title: 'a' }, {}])).body.code).toBe(
      'PGRST102',
    );
    expect((await write('PATCH', 'notes?id=eq.1', {})).body.code).toBe('PGRST102');
  });

  it('nothing is possible, and so is a row with only defaults', async () => {
    expect((await write('POST', 'notes?select=id', [], shown)).body).toEqual([]);
    const { status, body } = await write('POST', 'notes', {});
    expect([status, body.code]).toEqual([400, '23502']);
  });

  it('says where the row is if only headers are wanted', async () => {
    const { status, text, headers } = await write(
      'POST',
      'notes',
      { title: 'new' },
      'return=headers-only',
    );
    expect([status, text, headers.get('location')]).toEqual([201, '', '/rest/v1/notes?id=eq.4']);
  });

  it('counts', async () => {
    const { headers } = await write(
      'POST',
      'notes',
      [{ title: 'a' }, { title: 'b' }],
      'count=exact',
    );
    expect(headers.get('content-range')).toBe('*/2');
  });

  it('answers 409 for what exists already and for references to what does not', async () => {
    const twice = await write('POST', 'notes', { title: 'a', slug: 'one' });
    expect([twice.status, twice.body]).toEqual([
      409,
      {
        code: '23505',
        message: 'duplicate key value violates unique constraint "notes_slug_key"',
        details: null,
        hint: null,
      },
    ]);
    const lost = await write('POST', 'notes', { title: 'a', book_id: 77 });
    expect([lost.status, lost.body.code]).toEqual([409, '23503']);
  });

  it('in another person’s name is refused by row-level security', async () => {
    const { status, body } = await write('POST', 'notes', { title: 'a', owner: stranger.id });
    expect([status, body.code]).toEqual([403, '42501']);
    expect(body.message).toBe('new row violates row-level security policy for table "notes"');
    const secret = await write('POST', 'notes', { title: 'a', secret: 'x' });
    expect([secret.status, secret.body.code]).toEqual([403, '42501']);
  });
});

describe('upserting', () => {
  it('changes the existing row, by its primary key', async () => {
    const { status, body } = await write(
      'POST',
      'notes?columns=id,title&select=id,title,stars',
      [
        { id: 1, title: 'changed' },
        { id: 50, title: 'added' },
      ],
      `${shown},resolution=merge-duplicates`,
    );
    expect(status).toBe(201);
    expect(body).toEqual([
      { id: 1, title: 'changed', stars: 1 },
      { id: 50, title: 'added', stars: 0 },
    ]);
  });

  it('changes the existing row, by another key', async () => {
    const { body, headers } = await write(
      'POST',
      'notes?on_conflict=slug&select=id,title',
      { title: 'changed', slug: 'one' },
      `${shown},resolution=merge-duplicates`,
    );
    expect(body).toEqual([{ id: 1, title: 'changed' }]);
    expect(headers.get('preference-applied')).toContain('resolution=merge-duplicates');
  });

  it('leaves the existing row alone if duplicates are to be ignored', async () => {
    const { status, body } = await write(
      'POST',
      'notes?on_conflict=slug&select=title',
      [
        { title: 'x', slug: 'one' },
        { title: 'y', slug: 'nine' },
      ],
      `${shown},resolution=ignore-duplicates`,
    );
    expect([status, body]).toEqual([201, [{ title: 'y' }]]);
    expect(await oracle(`select title from notes where slug = 'one'`)).toEqual([
      { title: 'first' },
    ]);
  });

  it('cannot take over another person’s row', async () => {
    const { status, body } = await write(
      'POST',
      'notes?on_conflict=slug',
      { title: 'mine', slug: 'three' },
      'resolution=merge-duplicates',
    );
    expect([status, body.code]).toEqual([403, '42501']);
  });

  it('needs a unique key', async () => {
    const { status, body } = await write(
      'POST',
      'notes?on_conflict=title',
      { title: 'x' },
      'resolution=merge-duplicates',
    );
    expect([status, body.code]).toEqual([400, '42P10']);
    expect(
      (
        await write(
          'POST',
          'notes?on_conflict=nothing',
          { title: 'x' },
          'resolution=merge-duplicates',
        )
      ).body.code,
    ).toBe('PGRST204');
  });
});

describe('updating', () => {
  it('answers 204 and changes the caller’s own rows that the filters select', async () => {
    const { status, text } = await write('PATCH', 'notes?kind=eq.plain', { body: 'x', stars: 9 });
    expect([status, text]).toEqual([204, '']);
    expect(await oracle('select title, body, stars from notes order by id')).toEqual([
      { title: 'first', body: 'x', stars: 9 },
      { title: 'second', body: null, stars: 2 },
      { title: 'theirs', body: null, stars: 3 },
    ]);
  });

  it('without a filter changes all of the caller’s own rows and no others', async () => {
    const { status, body, headers } = await write(
      'PATCH',
      'notes?select=title&order=title.desc',
      { stars: 7 },
      `${shown},count=exact`,
    );
    expect([status, body]).toEqual([200, [{ title: 'second' }, { title: 'first' }]]);
    expect(headers.get('content-range')).toBe('0-1/2');
    expect(await oracle('select title from notes where stars <> 7')).toEqual([{ title: 'theirs' }]);
  });

  it('filters by and/or, JSON and lists like reading does', async () => {
    const { body } = await write(
      'PATCH',
      'notes?select=id,kind&or=(stars.eq.1,and(kind.eq.gold,slug.in.(two,nine)))&order=id',
      { kind: 'new' },
      shown,
    );
    expect(body).toEqual([
      { id: 1, kind: 'new' },
      { id: 2, kind: 'new' },
    ]);
  });

  it('returns rows that no longer match the filter', async () => {
    const { body } = await write(
      'PATCH',
      'notes?select=id,stars&stars=eq.1',
      { stars: 100 },
      shown,
    );
    expect(body).toEqual([{ id: 1, stars: 100 }]);
  });

  it('nothing is not an error', async () => {
    const { status, body, headers } = await write(
      'PATCH',
      'notes?id=eq.3&select=id',
      { stars: 9 },
      `${shown},count=exact`,
    );
    expect([status, body, headers.get('content-range')]).toEqual([200, [], '*/0']);
  });

  it('refuses a limit, which would not limit the change', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      const { status, body } = await write(
        method,
        'notes?limit=1',
        method === 'PATCH' ? { stars: 1 } : undefined,
      );
      expect([status, body.code]).toEqual([400, 'PGRST127']);
    }
  });

  it('refuses columns that may not be changed, and owners that may not be set', async () => {
    expect((await write('PATCH', 'notes?id=eq.1', { locked: true })).status).toBe(403);
    expect((await write('PATCH', 'notes?id=eq.1', { owner: stranger.id })).body.code).toBe('42501');
  });
});

describe('deleting', () => {
  it('answers 204, or the deleted rows', async () => {
    expect((await write('DELETE', 'notes?id=eq.1', undefined)).status).toBe(204);
    const { status, body, headers } = await write(
      'DELETE',
      'notes?id=gt.0&select=id,title',
      undefined,
      `${shown},count=exact`,
    );
    expect([status, body, headers.get('content-range')]).toEqual([
      200,
      [{ id: 2, title: 'second' }],
      '*/1',
    ]);
    expect(await oracle('select title from notes')).toEqual([{ title: 'theirs' }]);
  });

  it('without a filter deletes all of the caller’s own rows and no others', async () => {
    await write('DELETE', 'notes', undefined);
    expect(await oracle('select title from notes')).toEqual([{ title: 'theirs' }]);
  });
});

describe('a visitor without a filter', () => {
  it('may not change or delete anything', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      const { status, body } = await send(
        method,
        'guests?select=id',
        method === 'PATCH' ? { name: 'x' } : undefined,
      );
      expect([status, body.code]).toEqual([400, '21000']);
      expect(body.message).toBe(
        `${method === 'PATCH' ? 'UPDATE' : 'DELETE'} requires a WHERE clause`,
      );
    }
    expect(await oracle('select count(*) from guests')).toEqual([{ count: 3 }]);
    expect((await send('PATCH', 'guests?id=eq.1', { name: 'Anna' })).status).toBe(204);
    expect(
      (await send('PATCH', 'guests?id=eq.3&select=id', { name: 'x' }, undefined, shown)).body,
    ).toEqual([]);
  });
});

describe('a change that is not what was expected is rolled back', () => {
  const object = (method: string, path: string, body?: unknown) =>
    send(
      method,
      path,
      body,
      { ...owner.headers, accept: 'application/vnd.pgrst.object+json' },
      shown,
    );

  it('if more or fewer rows than one are to be returned as one', async () => {
    const { status, body } = await object('PATCH', 'notes?stars=gt.0&select=id', { stars: 50 });
    expect([status, body.code, body.details]).toEqual([
      406,
      'PGRST116',
      'The result contains 2 rows',
    ]);
    expect((await object('DELETE', 'notes?id=eq.99&select=id')).status).toBe(406);
    expect(await oracle('select count(*) from notes where stars = 50')).toEqual([{ count: 0 }]);
    expect((await object('PATCH', 'notes?id=eq.1&select=id', { stars: 50 })).body).toEqual({
      id: 1,
    });
    expect(await oracle('select count(*) from notes where stars = 50')).toEqual([{ count: 1 }]);
  });

  it('if more rows are affected than allowed', async () => {
    const limit = 'handling=strict,max-affected=1';
    const { status, body } = await write('DELETE', 'notes?id=gt.0', undefined, limit);
    expect([status, body]).toEqual([
      400,
      {
        code: 'PGRST124',
        message: 'Query result exceeds max-affected preference constraint',
        details: 'The query affects 2 rows',
        hint: null,
      },
    ]);
    expect(await oracle('select count(*) from notes')).toEqual([{ count: 3 }]);
    expect((await write('DELETE', 'notes?id=eq.1', undefined, limit)).status).toBe(204);
    expect((await write('DELETE', 'notes?id=gt.0', undefined, 'max-affected=0')).status).toBe(204);
  });

  it('if it was only a rehearsal', async () => {
    const { status, body } = await write(
      'DELETE',
      'notes?id=eq.1&select=id',
      undefined,
      `${shown},tx=rollback`,
    );
    expect([status, body]).toEqual([200, [{ id: 1 }]]);
    expect(await oracle('select count(*) from notes')).toEqual([{ count: 3 }]);
  });
});

it('refuses bodies that are not JSON', async () => {
  const post = (body: string, type: string) =>
    ask('notes', owner.headers, { method: 'POST', body, headers: { 'content-type': type } });
  const broken = await post('{"title": ', 'application/json');
  expect([broken.status, broken.body.message]).toEqual([400, 'Empty or invalid json']);
  const csv = await post('title,body\nx', 'text/csv');
  expect([csv.status, csv.body.message]).toEqual([
    400,
    'All lines must have same number of fields',
  ]);
  const text = await post('title', 'text/plain');
  expect([text.status, text.body.message]).toEqual([
    400,
    'Content-Type not acceptable: text/plain',
  ]);
  const nul = await post('{"title": "a\\u0000b"}', 'application/json');
  expect([nul.status, nul.body.code]).toEqual([400, '22P05']);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
