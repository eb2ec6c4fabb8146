import { expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, bugs } = await openLibrary();
const read = async (path: string) => (await ask(path)).body;

it('makes lists of the columns of many rows', async () => {
  expect(
    await read(
      'publishers?select=name,...books(titles:title,id)&books.order=id.desc&id=in.(1,2)&order=id',
    ),
  ).toEqual([
    { name: 'Ash', titles: ['Runner (again)', 'The Running Foxes'], id: [3, 1] },
    { name: 'Birch', titles: ['A "quoted", comma'], id: [2] },
  ]);
  expect(await read('books?select=id,...tags(tags:name)&id=in.(1,4)&order=id')).toEqual([
    { id: 1, tags: ['nature', 'speed'] },
    { id: 4, tags: [] },
  ]);
  expect(await read('books?select=id,...tags!inner(name)&tags.name=eq.nature')).toEqual([
    { id: 1, name: ['nature'] },
  ]);
  expect(
    await read('publishers?select=id,...books(id)&books.limit=1&books.order=id&id=eq.1'),
  ).toEqual([{ id: [1] }]);
});

it('makes lists of what is spread or embedded in many rows', async () => {
  expect(
    await read(
      'publishers?select=name,...books(...authors!author_id(author:name),tags(name),...covers(colour))&books.order=id&id=eq.1',
    ),
  ).toEqual([
    {
      name: 'Ash',
      author: ['Ada', 'Bo'],
      tags: [[{ name: 'nature' }, { name: 'speed' }], [{ name: 'speed' }]],
      colour: ['red', null],
    },
  ]);
  expect(await read('publishers?select=...books(...tags(name))&books.order=id&id=eq.1')).toEqual([
    { name: [['nature', 'speed'], ['speed']] },
  ]);
});

it('aggregates in a row what is spread into it', async () => {
  expect(
    await read(
      'books?select=in_print,...publishers(publishers:id.count(),id.max())&order=in_print',
    ),
  ).toEqual([
    { in_print: false, publishers: 2, max: 3 },
    { in_print: true, publishers: 1, max: 1 },
    { in_print: null, publishers: 1, max: 1 },
  ]);
  expect(await read('books?select=...publishers(count())')).toEqual([{ count: 4 }]);
  expect(
    await read('books?select=...publishers(country),pages.sum()&order=publishers(country)'),
  ).toEqual([
    { country: 'NO', sum: 100 },
    { country: 'US', sum: 1 },
    { country: null, sum: 292 },
  ]);
  expect(
    await read('book_tags?select=tag_id,...books(...publishers(id.sum()))&order=tag_id'),
  ).toEqual([
    { tag_id: 1, sum: 1 },
    { tag_id: 2, sum: 4 },
  ]);
  expect(await read('books?select=...publishers(name),count()&publisher_id=eq.1')).toEqual([
    { name: 'Ash', count: 2 },
  ]);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
