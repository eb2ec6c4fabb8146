import { describe, expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { send, ask, actors, asAdmin, bugs } = await openLibrary();
const person = await actors.signedIn();
const calm = {
  code: 'unexpected',
  message: 'Something went wrong on our side. Try again in a moment.',
  details: null,
  hint: null,
  request_id: 'request-7',
};
const numbered = { 'x-request-id': 'request-7' };

await asAdmin((client) =>
  client.query(`
    create table public.endless (id int primary key);
    alter table public.endless enable row level security;
    create policy "read" on public.endless using (exists (select from public.endless));
    create function public.broken_rule() returns boolean language plpgsql as
      $$ begin execute 'select from from'; return true; end $$;
    create function public.raising_rule() returns boolean language plpgsql as $$
      begin raise exception using errcode = 'XX000', message = 'WORDSOFOURS', hint = 'MORE'; end $$;
    create table public.broken (id int primary key);
    alter table public.broken enable row level security;
    create policy "read" on public.broken using (public.broken_rule());
    create table public.raising (id int primary key);
    alter table public.raising enable row level security;
    create policy "read" on public.raising using (public.raising_rule());
    insert into public.broken values (1);
    insert into public.raising values (1);
    grant select on public.endless, public.broken, public.raising to anon, authenticated;
    -- What the service meets is not a policy, which does not hold for it, but the same inside a view.
    create view public.seen_broken as select public.broken_rule();
    create view public.seen_raising as select public.raising_rule();
    grant select on public.seen_broken, public.seen_raising to service_role;
    grant execute on all functions in schema public to anon, authenticated, service_role;
    notify schema_changed;`),
);

describe('a failure inside a policy or function', () => {
  it.each([
    ['endless', '42P17'],
    ['broken', '42601'],
    ['raising', 'XX000'],
    ['rpc/broken_rule', '42601'],
    ['rpc/raising_rule', 'XX000'],
  ])('is a neutral message to visitors and people, and in the log (%s)', async (path, code) => {
    for (const { headers } of [actors.anonymous, person]) {
      bugs.length = 0;
      const { status, body, text } = await ask(path, { ...headers, ...numbered });
      expect([status, body]).toEqual([500, calm]);
      expect(text).not.toMatch(/WORDSOFOURS|MORE/);
      expect(bugs).toEqual([expect.objectContaining({ code })]);
    }
  });

  it.each([
    ['seen_broken', '42601', 'syntax error at or near "from"', null],
    ['seen_raising', 'XX000', 'WORDSOFOURS', 'MORE'],
    ['rpc/raising_rule', 'XX000', 'WORDSOFOURS', 'MORE'],
  ])('is shown to the service, and logged as well (%s)', async (path, code, message, hint) => {
    bugs.length = 0;
    const { status, body } = await ask(path, { ...actors.staff.headers, ...numbered });
    expect([status, body]).toEqual([500, { code, message, details: null, hint }]);
    expect(bugs).toEqual([expect.objectContaining({ code })]);
  });

  it.each(['XX000', '42P17', '2D000', 'HV000'])(
    'has its code for the service (%s)',
    async (state) => {
      const fail = (headers: Record<string, string>) =>
        send('POST', 'rpc/fail', { state, words: 'no' }, headers);
      expect(await fail(actors.staff.headers)).toMatchObject({
        status: 500,
        body: { code: state, message: 'no', details: 'more', hint: 'try' },
      });
      expect(await fail(person.headers)).toMatchObject({
        status: 500,
        body: { code: 'unexpected', message: calm.message },
      });
    },
  );
});
