import { describe, expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, asAdmin, actors, bugs } = await openLibrary();
const person = await actors.signedIn();
await asAdmin((client) =>
  client.query(`
    create table public.secrets (id int primary key, word text not null, hidden boolean not null);
    alter table public.secrets enable row level security;
    create policy "open" on public.secrets for select to anon, authenticated using (not hidden);
    grant select on public.secrets to anon, authenticated, service_role;
    insert into public.secrets select n, 'plain', false from generate_series(1, 1200) n;
    insert into public.secrets select n, 'hunter2', true from generate_series(2001, 6000) n;
    create table public.folders (id int primary key);
    grant select on public.folders to anon, authenticated;
    insert into public.folders values (1), (2);
    alter table public.secrets add folder int references public.folders default 1;
    analyze public.secrets, public.folders;
    notify schema_changed;`),
);

describe('a count reveals nothing about hidden rows to visitors and people', () => {
  it.each([
    ['secrets?limit=1', '0-0/1200'],
    ['secrets?word=eq.hunter2', '*/0'],
    ['secrets?word=eq.plain&limit=1', '0-0/1200'],
    ['secrets?id=gt.2000', '*/0'],
    ['secrets?select=id,folders!inner(id)&word=eq.hunter2', '*/0'],
    ['folders?select=id,secrets!inner(id)&secrets.word=eq.hunter2', '*/0'],
  ])('of %s', async (path, range) => {
    for (const { headers } of [actors.anonymous, person]) {
      for (const count of ['planned', 'estimated', 'exact']) {
        for (const method of ['GET', 'HEAD']) {
          const prefer = `count=${count}`;
          const answer = await ask(path, { ...headers, prefer }, { method });
          const told = answer.headers.get('content-range');
          expect([count, told?.split('/')[1]]).toEqual([count, range.split('/')[1]]);
        }
      }
    }
  });

  it('and a plan of the statement is not available', async () => {
    for (const accept of [
      'application/vnd.pgrst.plan+json',
      'application/vnd.pgrst.plan+text; for="application/json"; options=analyze',
    ]) {
      const answer = await ask('secrets?word=eq.hunter2', { ...person.headers, accept });
      expect([answer.status, answer.body.code]).toEqual([406, 'PGRST107']);
    }
  });

  it('while the service gets the planner’s estimate', async () => {
    const prefer = 'count=planned';
    const answer = await ask('secrets?limit=1', { ...actors.staff.headers, prefer });
    expect(answer.headers.get('content-range')).toBe('0-0/5200');
  });
});

describe('a regular expression', () => {
  const pattern = encodeURIComponent('^(a|(b))*\\2x');
  const filters = [
    ...['match', 'imatch', 'not.match', 'not.imatch'].map((word) => `name=${word}.${pattern}`),
    ...['any', 'all'].map((word) => `name=match(${word}).{${pattern}}`),
    ...['any', 'all'].map((word) => `name=not.imatch(${word}).{${pattern}}`),
    ...['and', 'or', 'not.and', 'not.or'].map((word) => `${word}=(id.eq.1,name.match.x)`),
    'or=(id.eq.1,and(id.eq.2,not.or(id.eq.3,name.not.imatch(any).{x})))',
  ];
  const paths = [
    ...filters.map((filter) => `authors?${filter}`),
    ...filters.map((filter) => `books?select=id,authors!author_id(id)&authors.${filter}`),
    'books?select=id,authors!author_id(id,mentor_id(id))&authors.mentor_id.name=match.x',
    'authors?meta->home->>city=match.x',
    'rpc/books_by?author=1&title=match.x',
    'nothing?name=match.x',
  ];

  it.each(paths)('is refused to visitors and persons: %s', async (path) => {
    for (const { headers } of [actors.anonymous, person]) {
      const { status, body } = await ask(path, headers);
      expect([status, body.code]).toEqual([400, 'PGRST127']);
      expect(body.details).toContain('Regular expressions');
    }
  });

  it.each(['PATCH', 'DELETE'])('is refused in what a %s changes', async (method) => {
    const body = method === 'PATCH' ? '{"name": "x"}' : undefined;
    const init = { method, body, headers: { 'content-type': 'application/json' } };
    const answer = await ask('guests?name=match.x', actors.anonymous.headers, init);
    expect([answer.status, answer.body.code]).toEqual([400, 'PGRST127']);
  });

  it('works for the service', async () => {
    const answer = await ask('authors?select=name&name=match.^A', actors.staff.headers);
    expect(answer.body).toEqual([{ name: 'Ada' }]);
  });
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
