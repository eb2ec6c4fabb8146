import { expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, send, asAdmin, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;

await asAdmin(async (client) => {
  await client.query(`
    create table public.sayings (id int primary key, words text);
    insert into public.sayings values (1, '"'), (2, '"No" is an answer'), (3, 'no "quotes"'), (4, 'a,b'), (5, '"c\\');
    grant select on public.sayings to anon;
    create function public.check_in(state text) returns void language plpgsql stable as
      $$ begin raise exception using errcode = state, message = 'Not today'; end $$;
    create function public.check_value(state text) returns int language plpgsql stable as
      $$ begin raise exception using errcode = state, message = 'Not today'; end $$;
    create domain public.saying as public.sayings;
    create function public.some_sayings() returns setof public.saying language sql stable as
      'select s::public.saying from public.sayings s where id < 3';
    grant execute on all functions in schema public to anon, authenticated;
    revoke execute on function public.private() from public, anon, authenticated;
    notify schema_changed`);
});

it('takes a value that only begins with a quote as it is', async () => {
  const found = async (filter: string) =>
    ((await ask(`sayings?select=id&order=id&${filter}`)).body as { id: number }[]).map(
      ({ id }) => id,
    );
  expect(await found('words=in.(")')).toEqual([1]);
  expect(await found('words=in.("No" is an answer,no "quotes",")')).toEqual([1, 2, 3]);
  expect(await found('words=in.("a,b","\\"")')).toEqual([1, 4]);
  expect(await found('words=in.("c\\)')).toEqual([5]);
  expect(await found('or=(words.eq.",words.eq."No" is an answer,words.eq."a,b")')).toEqual([
    1, 2, 4,
  ]);
});

it('calls a function of which nobody sees the value', async () => {
  for (const [name, method] of [
    ['check_in', 'GET'],
    ['check_in', 'POST'],
    ['check_in', 'HEAD'],
    ['check_value', 'HEAD'],
  ] as const) {
    const { status } =
      method === 'POST'
        ? await send('POST', `rpc/${name}`, { state: 'PT402' }, key)
        : await ask(`rpc/${name}?state=PT402`, key, { method });
    expect([name, method, status]).toEqual([name, method, 402]);
  }
});

it('reads rows whose type is a domain like those of its table', async () => {
  expect((await ask('rpc/some_sayings?select=words&id=eq.1')).body).toEqual([{ words: '"' }]);
  expect((await ask('rpc/some_sayings')).body).toHaveLength(2);
});

it('shows a function the address without the service that answers it', async () => {
  expect((await ask('rpc/who')).body).toMatchObject({ method: 'GET', path: '/rpc/who' });
});

it('has met no bug on the way', () => expect(bugs).toEqual([]));
