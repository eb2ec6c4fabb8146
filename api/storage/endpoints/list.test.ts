import { describe, expect, it } from 'vitest';
import { testBuckets } from '#test/support/buckets.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const service = api.actors.staff.client.storage;
const id = await testBuckets(api).make();
const bucket = service.from(id);
for (const name of ['b', 'C', 'a', 'f/z', 'f/y', 'f/g/x', 'e/1']) await bucket.upload(name, name);

describe('a list', () => {
  const listed = async (...asked: Parameters<typeof bucket.list>) =>
    (await bucket.list(...asked)).data?.map(({ name, id: key }) => (key ? name : `${name}/`));

  it('is sorted by name whatever its case, page by page', async () => {
    expect(await listed()).toEqual(['a', 'b', 'C', 'e/', 'f/']);
    expect(await listed('f')).toEqual(['g/', 'y', 'z']);
    expect(await listed('/f/')).toEqual(['g/', 'y', 'z']);
    expect(await listed('', { limit: 2, offset: 2 })).toEqual(['C', 'e/']);
    // A larger limit gets everything there is.
    expect(await listed('f', { limit: 10_000 })).toEqual(['g/', 'y', 'z']);
    const backwards = { sortBy: { column: 'name', order: 'desc' } };
    expect(await listed('', backwards)).toEqual(['f/', 'e/', 'C', 'b', 'a']);
  });

  it('has folders first if it is sorted by time', async () => {
    const byAge = (order: string) => ({ sortBy: { column: 'created_at', order } });
    expect(await listed('', byAge('asc'))).toEqual(['e/', 'f/', 'b', 'C', 'a']);
    expect(await listed('', byAge('desc'))).toEqual(['f/', 'e/', 'a', 'C', 'b']);
  });

  it('is filtered by the start of names', async () => {
    expect(await listed('', { search: 'c' })).toEqual(['C']);
    expect(await listed('', { search: '%' })).toEqual([]);
    expect(await listed('f', { search: 'Y' })).toEqual(['y']);
  });

  it('is one object if its whole name is given', async () => {
    expect(await listed('f/y', { exactMatch: true })).toEqual(['y']);
    expect(await listed('f', { search: 'y', exactMatch: true })).toEqual(['y']);
    expect(await listed('a', { exactMatch: true })).toEqual(['a']);
    for (const prefix of ['f', 'f/g', 'A', '']) {
      expect(await listed(prefix, { exactMatch: true })).toEqual([]);
    }
  });

  it('has no earlier versions and no deleted ones', async () => {
    expect(await listed('', { noncurrentVersions: 'only' })).toEqual([]);
    expect(await listed('', { deleteMarkers: 'only' })).toEqual([]);
    expect(await listed('f', { noncurrentVersions: 'include' })).toEqual(['g/', 'y', 'z']);
  });
});

describe('a paged list', () => {
  async function pages(asked: Parameters<typeof bucket.listV2>[0]) {
    const all: string[][] = [];
    let cursor: string | undefined;
    do {
      const { data, error } = await bucket.listV2({ ...asked, ...(cursor ? { cursor } : {}) });
      if (error) throw error;
      all.push([...data.folders, ...data.objects].map(({ name }) => name));
      cursor = data.nextCursor;
      expect(Boolean(cursor)).toBe(data.hasNext);
    } while (cursor);
    return all;
  }

  it('returns full names, with folders on request', async () => {
    expect(await pages({ prefix: 'f' })).toEqual([['f/g/x', 'f/y', 'f/z']]);
    expect(await pages({ with_delimiter: true })).toEqual([['e/', 'f/', 'C', 'a', 'b']]);
    const { data } = await bucket.listV2({ prefix: 'f/', with_delimiter: true });
    expect(data).toMatchObject({
      hasNext: false,
      folders: [{ key: 'g', name: 'f/g/' }],
      objects: [
        { key: 'y', name: 'f/y', id: expect.any(String), metadata: { size: 3 } },
        { key: 'z', name: 'f/z' },
      ],
    });
  });

  it('continues where the previous page ended, in each order', async () => {
    const sorted = ['C', 'a', 'b', 'e/1', 'f/g/x', 'f/y', 'f/z'];
    const byTime = ['b', 'C', 'a', 'f/z', 'f/y', 'f/g/x', 'e/1'];
    const orders = [
      [undefined, sorted],
      [{ column: 'name', order: 'desc' }, sorted.toReversed()],
      [{ column: 'created_at', order: 'asc' }, byTime],
      [{ column: 'updated_at', order: 'desc' }, byTime.toReversed()],
    ] as const;
    for (const [sortBy, expected] of orders) {
      for (const limit of [1, 3]) {
        const found = await pages({ limit, ...(sortBy && { sortBy }) });
        expect(found.flat()).toEqual(expected);
        expect(found).toHaveLength(Math.ceil(7 / limit));
      }
    }
    const folders = await pages({ limit: 1, with_delimiter: true });
    expect(folders.flat()).toEqual(['C', 'a', 'b', 'e/', 'f/']);
    const byAge = { column: 'created_at', order: 'asc' } as const;
    expect((await pages({ limit: 1, with_delimiter: true, sortBy: byAge })).flat()).toEqual([
      'b',
      'C',
      'a',
      'f/',
      'e/',
    ]);
  });

  it('has a folder where its oldest object is, also by the time of the last change', async () => {
    await bucket.upload('f/z', 'later', { upsert: true });
    await bucket.upload('f/y', 'later', { upsert: true });
    await bucket.upload('f/g/x', 'later', { upsert: true });
    const byChange = { column: 'updated_at', order: 'asc' } as const;
    expect((await pages({ limit: 1, with_delimiter: true, sortBy: byChange })).flat()).toEqual([
      'b',
      'C',
      'a',
      'f/',
      'e/',
    ]);
  });

  it('is one object if its whole name is given', async () => {
    expect(await pages({ prefix: 'f/y', exactMatch: true })).toEqual([['f/y']]);
    expect(await pages({ prefix: 'a', exactMatch: true, with_delimiter: true })).toEqual([['a']]);
    for (const prefix of ['f', 'f/', 'A', '']) {
      expect(await pages({ prefix, exactMatch: true })).toEqual([[]]);
    }
  });

  it('has no earlier versions and no deleted ones', async () => {
    expect(await pages({ noncurrentVersions: 'only' })).toEqual([[]]);
    expect(await pages({ deleteMarkers: 'only' })).toEqual([[]]);
    const all = await pages({ noncurrentVersions: 'include', deleteMarkers: 'include' });
    expect(all.flat()).toHaveLength(7);
  });

  it('refuses an invalid cursor', async () => {
    const timeless = btoa('{"name":"a","column":"updated_at","at":"0000-01-01T00:00:00Z"}');
    for (const cursor of ['x', btoa('{}'), btoa('{"name":"a","column":"version"}'), timeless]) {
      expect((await bucket.listV2({ cursor })).error).toMatchObject({ code: 'InvalidRequest' });
    }
  });
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
