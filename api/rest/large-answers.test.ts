import { expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, asAdmin, oracle, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;
const { headers: secret } = actors.staff;

await asAdmin((client) =>
  client.query(`
    create table public.firms (id int primary key);
    create table public.posts (id int primary key, firm_id int references public.firms, text text);
    create index on public.posts (firm_id);
    insert into public.firms values (1);
    insert into public.posts select n, 1, repeat('x', 1000) from generate_series(1, 150) as n;
    create function public.newest() returns setof public.posts language sql stable
      as 'select * from public.posts';
    create function public.long_text(size int) returns text language sql stable as 'select repeat(''x'', size)';
    create function public.long_texts() returns setof text language sql stable
      as 'select long_text(20000) from generate_series(1, 900)';
    create function public.longer_later(size int) returns text language sql volatile as 'select long_text(size)';
    create table public.shops (id int primary key, firm_id int references public.firms);
    insert into public.shops select n, 1 from generate_series(1, 300) as n;
    create table public.goods (id int primary key, shop_id int references public.shops, text text);
    insert into public.goods select n, 1 + n % 300, repeat('x', 8000) from generate_series(1, 2200) as n;
    create index on public.goods (shop_id);
    create table public.tomes (id int primary key, firm_id int references public.firms, text text);
    insert into public.tomes select n, 1, repeat('x', 10000) from generate_series(1, 150) as n;
    create function public.far(tomes) returns bigint language plpgsql stable as $$
      begin if $1.id > 100 then raise 'This is too far.'; end if; return 0; end $$;
    grant select on public.firms, public.posts, public.tomes, public.shops, public.goods to anon, service_role;
    grant delete on public.posts to anon;
    create sequence public.built;
    create function public.seen(posts) returns bigint language sql security definer as $$ select nextval('public.built') $$;
    grant execute on all functions in schema public to anon;
    notify schema_changed`),
);

const labels = Array.from({ length: 150 }, (_, n) => `t${n}:text`).join();
const tooLarge = { code: '54000', message: 'The answer is larger than 16777216 bytes' };
const object = { accept: 'application/vnd.pgrst.object+json' };

it.each<[what: string, path: string, headers?: Record<string, string>]>([
  ['a column under many labels', `posts?select=${labels}`],
  ['such rows as CSV', 'posts?select=id,firms(posts(text))', { accept: 'text/csv' }],
  ['the same of a function', `rpc/newest?select=${labels}`],
  ['the same, counted', `posts?select=${labels}`, { prefer: 'count=exact' }],
  ['a single value', 'rpc/long_text?size=17000000'],
  ['a single value, counted', 'rpc/long_text?size=17000000', { prefer: 'count=exact' }],
  ['a list of values', 'rpc/long_texts'],
  ['rows of rows of rows', 'posts?select=firms(posts(text))'],
  ['one row with such rows', 'firms?id=eq.1&select=posts(firms(posts(text)))', object],
])('refuses %s if that is larger than anybody would read', async (_, path, headers) => {
  const { status, body } = await ask(path, { ...key, ...headers });
  expect([status, body]).toMatchObject([413, tooLarge]);
});

it('shows whatever a function that may have changed something returns', async () => {
  const later = await ask(
    'rpc/longer_later',
    { ...key, 'content-type': 'application/json' },
    {
      method: 'POST',
      body: '{"size": 17000000}',
    },
  );
  expect([later.status, later.body.length]).toEqual([200, 17_000_000]);
});

it.each([
  ['many labels', labels],
  ['rows of rows of rows', 'firms(posts(firms(posts(text,seen,firms(id)))))'],
])(
  'refuses a change that shows %s, undoes it, and builds no more than it has to',
  async (_, list) => {
    const wanted = { prefer: 'return=representation' };
    const address = `posts?id=gt.0&select=id,${list}`;
    const { status, body } = await ask(address, { ...key, ...wanted }, { method: 'DELETE' });
    expect([status, body]).toMatchObject([413, tooLarge]);
    const counts = `select count(*), (select last_value from public.built) as built from public.posts`;
    expect(await oracle(counts)).toMatchObject([
      { count: 150, built: expect.toSatisfy((built) => built < 60_000) },
    ]);
  },
);

const wide = 'a:text,b:text,c:text,d:text,e:text';

it.each([
  ['as an object', object],
  ['as a list', {}],
])('builds little of a row that has very many lists, %s', async (_, headers) => {
  const lists = Array.from({ length: 20 }, (_, n) => `l${n}:tomes(${wide},f:text,g:text,far)`);
  const { status, body } = await ask(`firms?id=eq.1&select=${lists}`, { ...key, ...headers });
  expect([status, body]).toMatchObject([413, tooLarge]);
});

it.each([
  ['a list that must not be empty', `firms!inner(posts!inner(${wide}))`],
  ['a list that is spread', `...firms(...posts(${wide}))`],
])('counts nothing of %s for rows that are not on the page', async (_, list) => {
  const address = `posts?id=lte.60&select=id,${list}&order=text.desc&limit=1`;
  const { status, body } = await ask(address, key);
  expect([status, body.length]).toEqual([200, 1]);
});

const thrice = 'a:text,b:text,c:text';

it.each([
  ['sorted', `shops?select=id,goods!inner(${thrice})&order=firm_id,id&limit=2`],
  ['passed over', `shops?select=id,goods(${thrice})&order=id&offset=298`],
  ['passed over in a list', `firms?select=id,shops(id,goods(${thrice}))&shops.offset=298&id=eq.1`],
])('does not weigh lists that are only %s', async (_, path) => {
  expect((await ask(path, key)).status).toBe(200);
});

it('shows a list under the same label as a column', async () => {
  const { body } = await ask('shops?select=goods:id,goods(id)&id=eq.1', key);
  expect(body).toEqual([{ goods: expect.any(Array) }]);
});

it('shows what is as large as a page can be, with its count, and all of it to the secret key', async () => {
  const wanted = { prefer: 'count=exact' };
  const page = await ask('posts?select=id,a:text,b:text', { ...key, ...wanted });
  expect([page.status, page.body.length]).toEqual([200, 150]);
  expect(page.headers.get('content-range')).toBe('0-149/150');
  const one = await ask('posts?id=eq.1&select=id', { ...key, ...object, ...wanted });
  expect([one.body, one.headers.get('content-range')]).toEqual([{ id: 1 }, '0-0/1']);
  const none = await ask('posts?id=eq.0&select=id', { ...key, ...object });
  expect([none.status, none.body.code]).toEqual([406, 'PGRST116']);
  expect((await ask('rpc/newest?select=id', { ...key, ...wanted })).body).toHaveLength(150);
  expect((await ask(`posts?select=${labels}`, secret)).status).toBe(200);
});

it('refuses a change that shows one row with very many small ones', async () => {
  await asAdmin((client) =>
    client.query(`insert into public.firms values (2);
      insert into public.posts select n, 2, repeat('x', 1000) from generate_series(1001, 21000) as n`),
  );
  const { status, body } = await ask(
    'posts?id=eq.1001&select=firms(posts(text,seen))',
    { ...key, prefer: 'return=representation' },
    { method: 'DELETE' },
  );
  expect([status, body]).toMatchObject([413, tooLarge]);
});

it('causes no unexpected errors', () => {
  expect(bugs).toEqual([]);
});
