import { expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, send, asAdmin, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;

await asAdmin(async (client) => {
  await client.query(`
    create view public.book_list with (security_invoker = true) as
      select b.id as number, b.title, b.author_id as writer, b.editor_id, upper(b.title) as loud,
        b.publisher_id from public.books b;
    create view public.short_list with (security_invoker = true) as
      select number, title, writer from public.book_list where number < 100;
    create view public.author_list with (security_invoker = true) as
      select a.id, a.name from public.authors a;
    create view public.tag_pairs with (security_invoker = true) as
      select bt.book_id as book, bt.tag_id as tag from public.book_tags bt;
    create view public.twins with (security_invoker = true) as
      select id, author_id as one, author_id as two from public.books;
    create view public.books_with_makers with (security_invoker = true) as
      select b.id, a.name as author, b.author_id
      from public.books b join (select id, name from public.authors) a on a.id = b.author_id;
    create function public.shout(public.books) returns text language sql stable as
      'select upper($1.title) || repeat(''!'', $1.pages / 100)';
    create function public.price_class(public.books) returns int language sql stable as
      'select case when $1.price > 10 then 2 else 1 end';
    create function public.siblings(public.books) returns setof public.books language sql stable as
      'select * from public.books b where b.author_id = $1.author_id and b.id <> $1.id order by b.id';
    create function public.maker(public.books) returns setof public.authors rows 1 language sql stable as
      'select * from public.authors a where a.id = $1.author_id';
    create function public.publishers(public.books) returns setof public.publishers rows 1 language sql stable as
      'select * from public.publishers p where p.id = 3';
    create table public.follows (
      follower int references public.authors, followed int references public.authors,
      primary key (follower, followed));
    insert into public.follows values (1, 2), (1, 3), (2, 1);
    create function public.following(public.authors) returns setof public.authors language sql stable as
      'select a.* from public.authors a join public.follows f on f.followed = a.id
        where f.follower = $1.id order by a.id';
    create function public.name_length(public.guests) returns int language sql immutable as
      'select length($1.name)';
    create function public.namesakes(public.guests) returns setof public.guests language sql stable as
      'select * from public.guests g where g.name = $1.name and g.id <> $1.id';
    create function public.secret_of(public.books) returns text language sql stable as $$ select 'x' $$;
    grant select on public.follows, public.book_list, public.short_list, public.author_list,
      public.tag_pairs, public.twins, public.books_with_makers to anon, authenticated;
    grant execute on all functions in schema public to anon, authenticated;
    revoke execute on function public.secret_of(public.books) from public, anon, authenticated;
    notify schema_changed`);
});

const read = async (path: string) => (await ask(path)).body;

it('embeds from a view and to a view, by the columns that show their keys', async () => {
  expect(await read('book_list?select=number,publishers(name)&number=eq.1')).toEqual([
    { number: 1, publishers: { name: 'Ash' } },
  ]);
  expect(await read('publishers?select=name,book_list(number)&id=eq.1')).toEqual([
    { name: 'Ash', book_list: [{ number: 1 }, { number: 3 }] },
  ]);
  expect(
    await read('book_list?select=number,author_list!books_author_id_fkey(name)&number=eq.3'),
  ).toEqual([{ number: 3, author_list: { name: 'Bo' } }]);
  expect(await read('book_list?select=number,author_list!writer(name)&number=eq.3')).toEqual([
    { number: 3, author_list: { name: 'Bo' } },
  ]);
  expect(await read('books_with_makers?select=author,authors(name)&id=eq.1')).toEqual([
    { author: 'Ada', authors: { name: 'Ada' } },
  ]);
});

it('embeds through a view of a view, and through a view as a junction', async () => {
  expect(await read('short_list?select=title,authors(name)&number=eq.3')).toEqual([
    { title: 'Runner (again)', authors: { name: 'Bo' } },
  ]);
  expect(await read('short_list?select=number,tags!book_tags(name)&number=eq.2')).toEqual([
    { number: 2, tags: [{ name: 'speed' }] },
  ]);
  expect(await read('book_list?select=number,tags!tag_pairs(name)&number=eq.2')).toEqual([
    { number: 2, tags: [{ name: 'speed' }] },
  ]);
});

it('names the relationships of a view that shows a key twice', async () => {
  const { body, status } = await ask('twins?select=authors(*)');
  expect([status, body.code]).toEqual([300, 'PGRST201']);
  expect(body.details.map(({ relationship }: { relationship: string }) => relationship)).toEqual([
    'books_author_id_fkey using twins(one) and authors(id)',
    'books_author_id_fkey using twins(two) and authors(id)',
  ]);
});

it('treats a function of a row as a column', async () => {
  expect(await read('books?select=id,shout,price_class&shout=like.*RUNNING*')).toEqual([
    { id: 1, shout: 'THE RUNNING FOXES!', price_class: 1 },
  ]);
  expect(await read('books?select=id&price_class=eq.2&order=shout.desc')).toEqual([
    { id: 3 },
    { id: 2 },
  ]);
  expect(await read('books?select=price_class,count()&order=price_class')).toEqual([
    { price_class: 1, count: 3 },
    { price_class: 2, count: 2 },
  ]);
  expect(await read('authors?select=name,books!books_author_id_fkey(shout)&id=eq.2')).toMatchObject(
    [{ books: [{ shout: null }, { shout: 'BEYOND DOUBLES' }] }],
  );
  expect(await read('rpc/books_by?author=1&select=id,price_class&price_class=eq.2')).toEqual([
    { id: 2, price_class: 2 },
  ]);
  expect(Object.keys((await read('books?id=eq.1'))[0])).not.toContain('shout');
  const refused = await ask('books?select=secret_of');
  expect([refused.status, refused.body.code]).toEqual([401, '42501']);
});

it('treats a function of a row as a relationship', async () => {
  expect(await read('books?select=id,siblings(id),maker(name)&id=eq.1')).toEqual([
    { id: 1, siblings: [{ id: 2 }], maker: { name: 'Ada' } },
  ]);
  expect(await read('books?select=id,...maker(author:name)&id=eq.3')).toEqual([
    { id: 3, author: 'Bo' },
  ]);
  expect(await read('books?select=id,siblings!inner(id)&siblings.id=eq.1')).toEqual([
    { id: 2, siblings: [{ id: 1 }] },
  ]);
  expect(await read('books?select=id&order=maker(name).desc,id&maker.name=eq.Bo')).toMatchObject({
    code: 'PGRST108',
  });
  // It takes precedence over a foreign key of the same name.
  expect(await read('books?select=publishers(name)&id=eq.1')).toEqual([
    { publishers: { name: 'Cedar' } },
  ]);
  expect(await read('rpc/one_book?id=1&select=siblings(id,maker(name))')).toEqual({
    siblings: [{ id: 2, maker: { name: 'Ada' } }],
  });
});

it('embeds many rows of a table in rows of the same', async () => {
  expect(await read('authors?select=name,following(name)&id=in.(1,2)&order=id')).toEqual([
    { name: 'Ada', following: [{ name: 'Bo' }, { name: 'Cy' }] },
    { name: 'Bo', following: [{ name: 'Ada' }] },
  ]);
  expect(
    await read('authors?select=name,follows!follower(...authors!followed(name))&id=eq.1'),
  ).toEqual([{ name: 'Ada', follows: [{ name: 'Bo' }, { name: 'Cy' }] }]);
});

it('computes from what was changed', async () => {
  const { status, body } = await send(
    'POST',
    'guests?select=id,name_length,namesakes(id)',
    { id: 90, name: 'Ben' },
    key,
    'return=representation',
  );
  expect([status, body]).toEqual([201, [{ id: 90, name_length: 3, namesakes: [{ id: 2 }] }]]);
  const changed = await send(
    'PATCH',
    'guests?id=eq.90&name_length=eq.3&select=name_length',
    { name: 'Benjamin' },
    key,
    'return=representation',
  );
  expect(changed.body).toEqual([{ name_length: 8 }]);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
