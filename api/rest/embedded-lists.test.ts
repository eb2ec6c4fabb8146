import { expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, oracle, bugs } = await openLibrary();

it('builds lists only for the rows that are shown', async () => {
  // No tag's name is a number, so building a list fails unless it is empty.
  const lists = 'books?select=price,tags(name::integer)&order=price';
  const { status, body } = await ask(`${lists}&limit=1`);
  expect([status, body]).toEqual([200, [{ price: 0.1, tags: [] }]]);
  expect((await ask(lists)).body).toMatchObject({ code: '22P02' });
});

const tagsOf = (book: string) =>
  `coalesce((select json_agg(x) from (select name from tags t join book_tags j on j.tag_id = t.id where j.book_id = ${book} order by t.id) x), '[]')`;

it.each([
  [
    'filters by it, too',
    'books?select=id,tags(name)&tags=not.is.null&order=id&tags.order=id',
    `select id, ${tagsOf('b.id')} as tags from books b where exists (select from book_tags where book_id = b.id) order by id`,
  ],
  [
    'groups by it',
    'books?select=n:count(),tags(name)&tags.order=id&id=gt.3',
    `select count(*) as n, '[]'::json as tags from books where id > 3`,
  ],
  [
    'orders by the resource that it is in',
    'books?select=id,publishers(name,books(id))&publishers.books.limit=1&publishers.books.order=id&order=publishers(name),id',
    `select b.id, case when p.id is not null then json_build_object('name', p.name, 'books', (select json_agg(x) from (select id from books where publisher_id = p.id order by id limit 1) x)) end as publishers from books b left join publishers p on p.id = b.publisher_id order by p.name, b.id`,
  ],
  [
    'spreads the resource that it is in',
    'covers?select=colour,...books(id,tags(name))&books.tags.order=id&order=colour',
    `select colour, book_id as id, ${tagsOf('c.book_id')} as tags from covers c order by colour`,
  ],
])('shows a list where the request %s', async (_, query, sql) => {
  const { body } = await ask(query);
  expect(body).toEqual(await oracle(sql));
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
