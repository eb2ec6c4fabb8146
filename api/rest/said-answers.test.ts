import { expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, send, oracle, asAdmin, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;

await asAdmin(async (client) => {
  await client.query(`
    create function public.say(status text default '', headers text default '', here boolean default true)
    returns text language plpgsql as $$ begin
      perform set_config('response.status', status, here), set_config('response.headers', headers, here);
      return 'said';
    end $$;
    create function public.say_rows() returns setof public.tags language plpgsql as $$ begin
      perform set_config('response.headers', '[{"X-Rows": "all"}]', true);
      return query select * from public.tags order by id;
    end $$;
    create function public.raise_answer(message text, detail text) returns void language plpgsql as
      $$ begin raise sqlstate 'PGRST' using message = message, detail = detail; end $$;
    create function public.greet_guest() returns trigger language plpgsql as $$ begin
      perform set_config('response.headers', '[{"X-Guest": "' || new.name || '"}]', true);
      return new;
    end $$;
    create trigger greet before insert on public.guests for each row execute function public.greet_guest();
    create table public.rooms (id int);
    insert into public.rooms values (1);
    alter table public.rooms enable row level security;
    create function public.room_seen() returns boolean language plpgsql as $$ begin
      perform set_config('response.headers', '[{"X-Room": "seen"}]', true);
      return true;
    end $$;
    create policy "seen" on public.rooms for select using (public.room_seen());
    grant select on public.rooms to anon;
    grant execute on all functions in schema public to anon, authenticated;
    notify schema_changed`);
});

const say = (args: Record<string, unknown>) => send('POST', 'rpc/say', args);

it('has the status and headers that a function sets', async () => {
  const { status, headers, text } = await say({
    status: '418',
    headers:
      '[{"X-Colour": "red"}, {"Set-Cookie": "a=1"}, {"set-cookie": "b=2"}, {"Cache-Control": "max-age=5"}]',
  });
  expect([status, text, headers.get('x-colour')]).toEqual([418, '"said"', 'red']);
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(headers.get('cache-control')).toBe('max-age=5');
  const empty = await say({ status: '204' });
  expect([empty.status, empty.text]).toEqual([204, '']);
  for (const edge of [200, 599]) expect((await say({ status: `${edge}` })).status).toBe(edge);
  const rows = await ask('rpc/say_rows?select=id&limit=1');
  expect([rows.body, rows.headers.get('x-rows')]).toEqual([[{ id: 1 }], 'all']);
});

it('has no length or connection that a function sets', async () => {
  const names = ['Content-Length', 'Transfer-Encoding', 'Connection', 'Keep-Alive'];
  const { status, text, headers } = await say({
    headers: JSON.stringify([...names, 'X-Colour'].map((name) => ({ [name]: '1' }))),
  });
  expect([status, text, headers.get('x-colour')]).toEqual([200, '"said"', '1']);
  for (const name of names) expect(headers.get(name)).not.toBe('1');
});

it('has the headers that a trigger sets', async () => {
  const body = { id: 80, name: 'Zoe' };
  for (const prefer of ['return=minimal', 'return=representation']) {
    const { status, headers } = await send(
      'POST',
      'guests',
      { ...body, id: body.id++ },
      key,
      prefer,
    );
    expect([status, headers.get('x-guest')]).toEqual([201, 'Zoe']);
  }
});

it('has the headers that a policy sets while a table is read', async () => {
  for (const init of [{}, { method: 'HEAD' }]) {
    const { status, headers } = await ask('rooms', { ...key, prefer: 'count=exact' }, init);
    expect([status, headers.get('x-room')]).toEqual([200, 'seen']);
  }
  expect((await ask('tags?limit=1')).headers.has('x-room')).toBe(false);
});

it('has nothing that an earlier function set and left behind', async () => {
  for (let times = 0; times < 10; times++) {
    const { status } = await say({ status: '202', headers: '[{"X-Left": "1"}]', here: false });
    expect(status).toBe(202);
  }
  for (let times = 0; times < 10; times++) {
    const { status, headers } = await ask('rpc/add?a=1');
    expect([status, headers.get('x-left')]).toEqual([200, null]);
  }
});

it.each([
  [{ headers: 'no json' }, 'PGRST111'],
  [{ headers: '{"a": "b"}' }, 'PGRST111'],
  [{ headers: '[{"a": 1}]' }, 'PGRST111'],
  [{ headers: '[{}]' }, 'PGRST111'],
  [{ headers: '[{"a": "b", "c": "d"}]' }, 'PGRST111'],
  [{ headers: '[{"a": "b\\r\\nc: d"}]' }, 'PGRST111'],
  [{ headers: '[{"a b": "c"}]' }, 'PGRST111'],
  [{ status: 'fine' }, 'PGRST112'],
  [{ status: '199' }, 'PGRST112'],
  [{ status: '600' }, 'PGRST112'],
])('is an error if %o is set', async (args, code) => {
  const { status, body } = await say(args);
  expect([status, body.code]).toEqual([500, code]);
});

it('is entirely what a function raises', async () => {
  const raise = (message: string, detail: string | null) =>
    send('POST', 'rpc/raise_answer', { message, detail });
  const { status, body, headers } = await raise(
    '{"code": "123", "message": "ABC", "details": "DEF", "hint": "XYZ"}',
    '{"status": 332, "headers": {"X-Header": "str"}}',
  );
  expect([status, headers.get('x-header')]).toEqual([332, 'str']);
  expect(body).toEqual({ code: '123', message: 'ABC', details: 'DEF', hint: 'XYZ' });
  for (const empty of [204, 304]) {
    const answer = await raise(
      '{"code": "1", "message": "-"}',
      `{"status": ${empty}, "headers": {}}`,
    );
    expect([answer.status, answer.text]).toEqual([empty, '']);
  }
  const bad = await raise('INVALID', '{"status": 332, "headers": {}}');
  expect([bad.status, bad.body]).toEqual([
    500,
    {
      code: 'PGRST121',
      message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
      details: "Invalid JSON value for MESSAGE: 'INVALID'",
      hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    },
  ]);
  const words = '{"code": "123", "message": "ABC"}';
  expect((await raise(words, 'INVALID')).body.details).toBe(
    "Invalid JSON value for DETAIL: 'INVALID'",
  );
  const injected = '{"status": 400, "headers": {"a": "b\\r\\nc: d"}}';
  expect((await raise(words, injected)).body.code).toBe('PGRST121');
  expect(await oracle('select count(*) from tags')).toEqual([{ count: 3 }]);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
