import { describe, expect, it } from 'vitest';
import { openNotes, shown } from './fixture/notes.ts';

const { send, oracle, bugs, owner, stranger, write } = await openNotes();

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

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
