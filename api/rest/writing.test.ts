import { describe, expect, it } from 'vitest';
import { openNotes, shown } from './fixture/notes.ts';

const { ask, oracle, bugs, owner, stranger, write } = await openNotes();

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
