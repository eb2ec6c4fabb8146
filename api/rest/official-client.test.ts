import { createClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, it } from 'vitest';
import { siteUrl } from '#test/support/site-url.ts';
import { openLibrary } from './fixture/library.ts';

const { call, actors, asAdmin, bugs } = await openLibrary();
const owner = await actors.signedIn();

const fetchFromApi: typeof fetch = async (input, init) => {
  init?.signal?.throwIfAborted();
  return call(new Request(input, init));
};

function connect(headers: Record<string, string>) {
  return createClient(siteUrl, headers.apikey ?? '', {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { headers, fetch: fetchFromApi },
  });
}
const visitor = connect(actors.anonymous.headers);
const person = connect(owner.headers);

beforeEach(() =>
  asAdmin((client) =>
    client.query(
      `truncate notes restart identity; insert into notes (owner, title, slug) select '${owner.id}', t, t from unnest('{a,b,c}'::text[]) t`,
    ),
  ),
);

describe('the official client reads', () => {
  it('with filters of every kind', async () => {
    const { data, error } = await visitor
      .from('books')
      .select('id, title, publishers (name), tags!inner (name)')
      .eq('tags.name', 'speed')
      .or('price.lt.10,and(pages.gt.200,in_print.is.false)')
      .not('title', 'ilike', '%again%')
      .in('id', [1, 2, 3])
      .overlaps('languages', ['en', 'fr'])
      .contains('languages', ['en'])
      .textSearch('words', 'foxes or quoted', { type: 'websearch', config: 'english' })
      .order('price', { ascending: false, nullsFirst: false })
      .range(0, 9);
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        id: 2,
        title: 'A "quoted", comma',
        publishers: { name: 'Birch' },
        tags: [{ name: 'speed' }],
      },
      { id: 1, title: 'The Running Foxes', publishers: { name: 'Ash' }, tags: [{ name: 'speed' }] },
    ]);
  });

  it('with the remaining filters', async () => {
    const books = () => visitor.from('books').select('id').order('id');
    const ids = async (query: PromiseLike<{ data: { id: number }[] | null; error: unknown }>) => {
      const { data, error } = await query;
      expect(error).toBeNull();
      return data?.map(({ id }) => id);
    };
    expect(await ids(books().gt('pages', 42).lte('pages', 250).neq('id', 2))).toEqual([1]);
    expect(await ids(books().gte('pages', 250).lt('pages', 300))).toEqual([2]);
    expect(await ids(books().is('pages', null))).toEqual([3]);
    expect(await ids(books().is('in_print', true).like('title', 'The%'))).toEqual([1]);
    expect(await ids(books().likeAnyOf('title', ['The%', '%again%']))).toEqual([1, 3]);
    expect(await ids(books().ilikeAllOf('title', ['%run%', '%the%']))).toEqual([1]);
    expect(await ids(books().match({ mood: 'calm', in_print: true }))).toEqual([1]);
    expect(await ids(books().filter('meta->>kind', 'eq', 'y'))).toEqual([2]);
    expect(await ids(books().containedBy('scores', [1, 2, 3, 4]).lt('id', 4))).toEqual([1, 2]);
    expect(await ids(books().contains('meta', { kind: 'x' }))).toEqual([1, 4]);
    expect(await ids(books().rangeGt('shelf', '[1,10)'))).toEqual([2]);
    expect(await ids(books().rangeAdjacent('shelf', '[20,30)'))).toEqual([2]);
    expect(await ids(books().rangeLte('shelf', '[1,7)').rangeGte('shelf', '[2,3)'))).toEqual([4]);
    expect(await ids(books().overlaps('loaned', '[2024-01-15,2024-01-16)'))).toEqual([1]);
    expect(await ids(books().not('id', 'in', '(1,2,3)').lt('id', 9))).toEqual([4]);
    expect(await ids(books().in('id', []))).toEqual([]);
    expect((await books().regexMatch('title', '^The')).error?.code).toBe('PGRST127');
    expect(await ids(books().isDistinct('mood', 'calm').lt('id', 4))).toEqual([2, 3]);
  });

  it('one row, or none, or an error if there are more', async () => {
    const one = await visitor.from('tags').select().eq('id', 1).single();
    expect(one.data).toEqual({ id: 1, name: 'nature' });
    const none = await visitor.from('tags').select().eq('id', 99).single();
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116']);
    const maybe = await visitor.from('tags').select().eq('id', 99).maybeSingle();
    expect([maybe.data, maybe.error]).toEqual([null, null]);
    expect((await visitor.from('tags').select().eq('id', 1).maybeSingle()).data).toEqual({
      id: 1,
      name: 'nature',
    });
    expect((await visitor.from('tags').select().maybeSingle()).error?.code).toBe('PGRST116');
  });

  it('counts, with or without rows', async () => {
    const head = await visitor.from('books').select('*', { count: 'exact', head: true });
    expect([head.count, head.data, head.error]).toEqual([5, null, null]);
    const page = await visitor.from('many').select('id', { count: 'exact' }).range(10, 19);
    expect([page.count, page.data?.length, page.status]).toEqual([1200, 10, 206]);
    expect((await visitor.from('many').select('id', { count: 'planned' }).limit(1)).count).toBe(
      1200,
    );
    expect((await visitor.from('many').select('id', { count: 'estimated' }).limit(1)).count).toBe(
      1200,
    );
    expect(
      (await visitor.from('publishers').select('name, books(count)').eq('id', 1)).data,
    ).toEqual([{ name: 'Ash', books: [{ count: 2 }] }]);
  });

  it('embedded lists with their own order and limit', async () => {
    const { data } = await visitor
      .from('publishers')
      .select('name, books(id)')
      .order('id', { referencedTable: 'books', ascending: false })
      .limit(1, { referencedTable: 'books' })
      .eq('id', 1);
    expect(data).toEqual([{ name: 'Ash', books: [{ id: 3 }] }]);
  });

  it('CSV, and without nulls', async () => {
    expect((await visitor.from('tags').select().lt('id', 3).order('id').csv()).data).toBe(
      'id,name\n1,nature\n2,speed',
    );
    expect((await visitor.from('publishers').select().eq('id', 2).stripNulls()).data).toEqual([
      { id: 2, name: 'Birch' },
    ]);
    expect(
      (await visitor.from('publishers').select().eq('id', 2).stripNulls().single()).data,
    ).toEqual({ id: 2, name: 'Birch' });
  });

  it('and is told clearly what is not supported', async () => {
    const explained = await visitor.from('tags').select().explain();
    expect([explained.status, (explained.error as { code?: string } | null)?.code]).toEqual([
      406,
      'PGRST107',
    ]);
    expect((await visitor.from('tags').select().geojson()).status).toBe(406);
    expect((await visitor.from('nothing').select()).error?.code).toBe('PGRST205');
    const other = await visitor
      .schema('hidden' as never)
      .from('things')
      .select();
    expect(other.error?.code).toBe('PGRST106');
  });

  it('and may abort', async () => {
    const gone = new AbortController();
    gone.abort();
    const { error } = await visitor.from('tags').select().abortSignal(gone.signal);
    expect(error?.message).toMatch(/abort/i);
    const kept = await visitor
      .from('tags')
      .select('id')
      .eq('id', 1)
      .abortSignal(new AbortController().signal);
    expect(kept.data).toEqual([{ id: 1 }]);
  });
});

describe('the official client writes', () => {
  it('one row, several rows, and reads them back', async () => {
    expect((await person.from('notes').insert({ title: 'x' })).status).toBe(201);
    const one = await person
      .from('notes')
      .insert({ title: 'y', stars: 2 })
      .select('title, stars')
      .single();
    expect(one.data).toEqual({ title: 'y', stars: 2 });
    const several = await person
      .from('notes')
      .insert([{ title: 'p', kind: 'gold' }, { title: 'q' }], {
        defaultToNull: false,
        count: 'exact',
      })
      .select('title, kind');
    expect(several.data).toEqual([
      { title: 'p', kind: 'gold' },
      { title: 'q', kind: 'plain' },
    ]);
    expect(several.count).toBe(2);
  });

  it('over existing rows', async () => {
    const merged = await person
      .from('notes')
      .upsert({ slug: 'a', title: 'A' }, { onConflict: 'slug' })
      .select('id, title');
    expect(merged.data).toEqual([{ id: 1, title: 'A' }]);
    const ignored = await person
      .from('notes')
      .upsert(
        [
          { slug: 'b', title: 'B' },
          { slug: 'd', title: 'D' },
        ],
        { onConflict: 'slug', ignoreDuplicates: true },
      )
      .select('title');
    expect(ignored.data).toEqual([{ title: 'D' }]);
  });

  it('updates and deletions', async () => {
    const changed = await person
      .from('notes')
      .update({ stars: 3 }, { count: 'exact' })
      .eq('slug', 'a');
    expect([changed.status, changed.count, changed.data]).toEqual([204, 1, null]);
    const shown = await person
      .from('notes')
      .update({ stars: 4 })
      .in('slug', ['a', 'b'])
      .select('slug')
      .order('slug');
    expect(shown.data).toEqual([{ slug: 'a' }, { slug: 'b' }]);
    const maybe = await person
      .from('notes')
      .update({ stars: 4 })
      .eq('slug', 'nope')
      .select('slug')
      .maybeSingle();
    expect([maybe.data, maybe.error]).toEqual([null, null]);
    // The client's types know this method only for a schema that names its PostgREST version.
    const limited: unknown = person.from('notes').delete().gt('id', 0).maxAffected(2);
    const tooMany = await (limited as PromiseLike<{ error: { code: string } | null }>);
    expect(tooMany.error?.code).toBe('PGRST124');
    expect((await person.from('notes').delete({ count: 'exact' }).eq('slug', 'a')).count).toBe(1);
    const rehearsed = await person.from('notes').delete().eq('slug', 'b').select('slug').rollback();
    expect(rehearsed.data).toEqual([{ slug: 'b' }]);
    expect((await person.from('notes').select('slug').order('slug')).data).toEqual([
      { slug: 'b' },
      { slug: 'c' },
    ]);
  });

  it('and gets the database’s own code for what is refused', async () => {
    const long = await person.from('notes').insert({ title: '' });
    expect([long.status, long.error?.code]).toEqual([400, '23514']);
    const twice = await person.from('notes').insert({ title: 'x', slug: 'a' });
    expect([twice.status, twice.error?.code]).toEqual([409, '23505']);
    const visiting = await visitor.from('notes').insert({ title: 'x' });
    expect([visiting.status, visiting.error?.code]).toEqual([401, '42501']);
  });
});

describe('the official client calls functions', () => {
  it('by POST, GET and HEAD', async () => {
    expect((await visitor.rpc('add', { a: 1, b: 2 })).data).toBe(3);
    expect((await visitor.rpc('add', { a: 1, b: 2 }, { get: true })).data).toBe(3);
    expect((await visitor.rpc('longest', { words: ['a', 'bb'] }, { get: true })).data).toBe('bb');
    expect((await visitor.rpc('squares', { most: 5 }, { head: true, count: 'exact' })).count).toBe(
      5,
    );
    expect(
      (
        await visitor
          .rpc('squares', { most: 5 }, { count: 'exact' })
          .gt('n', 3)
          .order('n', { ascending: false })
          .limit(1)
      ).data,
    ).toEqual([{ n: 5, square: 25 }]);
    expect(
      (
        await visitor
          .rpc('books_by', { author: 1 })
          .select('id, publishers(name)')
          .eq('id', 1)
          .single()
      ).data,
    ).toEqual({ id: 1, publishers: { name: 'Ash' } });
    const done = await visitor.rpc('add_guest', { id: 77, name: 'G' });
    expect([done.status, done.data, done.error]).toEqual([204, null, null]);
    expect((await visitor.rpc('nothing')).error?.code).toBe('PGRST202');
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
