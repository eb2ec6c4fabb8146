import { beforeEach, expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { ask, send, oracle, asAdmin, actors, bugs } = await openLibrary();
const { headers: key } = actors.anonymous;
const shown = 'return=representation';
const merge = 'resolution=merge-duplicates';

await asAdmin(async (client) => {
  await client.query(`
    create domain public.rank as int default 7;
    create table public.players (id int primary key, name text not null default 'nobody', rank public.rank);
    create view public.player_names with (security_invoker = true) as select id as number, name from public.players;
    create table public.no_key (a int, b int);
    create table public.seats (row int, seat int, taken text, primary key (row, seat));
    create table public."odd keys" ("full name" text primary key);
    create table public.turns (id int primary key, place int unique deferrable initially deferred);
    grant all on public.players, public.player_names, public.no_key, public.seats, public.turns, public."odd keys" to anon;
    grant select on public.players, public.player_names to authenticated;
    notify schema_changed`);
});

beforeEach(() =>
  asAdmin(async (client) => {
    await client.query(`truncate players, no_key, seats, turns;
      insert into players values (1, 'Ann', 1), (2, 'Ben', 2);
      insert into seats values (1, 1, 'Ann');
      insert into turns values (1, 1), (2, 2)`);
  }),
);

const write = (method: string, path: string, body: unknown, prefer?: string) =>
  send(method, path, body, key, prefer);

it('gives missing columns of a change their default', async () => {
  const path = 'players?id=eq.1&columns=name,rank';
  const { body, headers } = await write('PATCH', path, { name: 'Ada' }, `missing=default,${shown}`);
  expect(body).toEqual([{ id: 1, name: 'Ada', rank: 7 }]);
  expect(headers.get('preference-applied')).toBe('missing=default, return=representation');
  const listed = await write('PATCH', path, [{ rank: 3 }], `missing=default,${shown}`);
  expect(listed.body).toEqual([{ id: 1, name: 'nobody', rank: 3 }]);
});

it('uses the first row of a list for an update', async () => {
  const { status, body } = await write('PATCH', 'players?id=eq.2', [{ name: 'Bo' }], shown);
  expect([status, body]).toEqual([200, [{ id: 2, name: 'Bo', rank: 2 }]]);
});

it('refuses an empty body', async () => {
  for (const method of ['POST', 'PATCH']) {
    const path = method === 'PATCH' ? 'players?id=eq.1' : 'players';
    const { status, body } = await ask(path, key, {
      method,
      body: '',
      headers: { 'content-type': 'application/json' },
    });
    expect([status, body]).toEqual([
      400,
      { code: 'PGRST102', message: 'Empty or invalid json', details: null, hint: null },
    ]);
  }
});

it('refuses unknown columns, and invalid lists of columns', async () => {
  for (const method of ['POST', 'PATCH']) {
    const filter = method === 'PATCH' ? 'id=eq.1&' : '';
    const unknown = await write(method, `players?${filter}columns=id,helicopter`, { id: 3 });
    expect([unknown.status, unknown.body.code, unknown.body.message]).toEqual([
      400,
      'PGRST204',
      "Could not find the 'helicopter' column of 'players' in the schema cache",
    ]);
    const empty = await write(method, `players?${filter}columns=`, { id: 3 });
    expect([empty.status, empty.body.code]).toEqual([400, 'PGRST100']);
  }
});

it('ignores spaces between the names of columns', async () => {
  const row = { id: 1, name: 'Cy', rank: 9 };
  const path = 'players?select=id,name&on_conflict=id&columns="id", "name"';
  const { status, body } = await write('POST', path, row, `${merge},${shown}`);
  expect([status, body]).toEqual([200, [{ id: 1, name: 'Cy' }]]);
});

it('gives a domain its own default', async () => {
  const { body } = await write(
    'POST',
    'players?columns=id,rank',
    [{ id: 3 }, { id: 4, rank: 1 }],
    `missing=default,${shown}`,
  );
  expect(body.map(({ rank }: { rank: number }) => rank)).toEqual([7, 1]);
});

it('checks deferred constraints, even in a transaction that is rolled back', async () => {
  for (const tx of ['commit', 'rollback']) {
    const { status, body } = await write('PATCH', 'turns?id=eq.1', { place: 2 }, `tx=${tx}`);
    expect([status, body.code]).toEqual([409, '23505']);
  }
  const fine = await write('PATCH', 'turns?id=eq.1', { place: 3 }, 'tx=rollback');
  expect([fine.status, fine.headers.get('preference-applied')]).toEqual([204, 'tx=rollback']);
  expect(await oracle('select place from turns where id = 1')).toEqual([{ place: 1 }]);
});

it('answers 201 to an upsert that adds a row, and otherwise 200', async () => {
  const upsert = async (rows: unknown, prefer = merge, table = 'players') =>
    (await write('POST', table, rows, prefer)).status;
  expect(await upsert([{ id: 1, name: 'A' }])).toBe(200);
  expect(
    await upsert([
      { id: 1, name: 'A' },
      { id: 3, name: 'C' },
    ]),
  ).toBe(201);
  expect(await upsert([{ id: 3, name: 'D' }], `${merge},${shown}`)).toBe(200);
  expect(await upsert([{ id: 4, name: 'D' }], `${merge},${shown}`)).toBe(201);
  expect(await upsert([])).toBe(200);
  expect(await upsert([], shown)).toBe(201);
  expect(await upsert([{ id: 1, name: 'A' }], 'resolution=ignore-duplicates')).toBe(201);
  expect(await upsert([{ a: 1 }], merge, 'no_key')).toBe(201);
});

it('lists the preferences it applied in a fixed order', async () => {
  const applied = async (method: string, path: string, body: unknown, prefer: string) =>
    (await write(method, path, body, prefer)).headers.get('preference-applied');
  expect(
    await applied(
      'POST',
      'players',
      [{ id: 9 }],
      'handling=lenient,tx=commit,count=exact,return=minimal,missing=default,resolution=merge-duplicates,max-affected=1',
    ),
  ).toBe(
    'resolution=merge-duplicates, missing=default, return=minimal, count=exact, tx=commit, handling=lenient',
  );
  expect(await applied('POST', 'no_key', [{ a: 9 }], `${merge},${shown}`)).toBe(shown);
  expect(
    await applied(
      'PATCH',
      'players?id=eq.9',
      { rank: 1 },
      'max-affected=2,handling=strict,count=exact,resolution=merge-duplicates',
    ),
  ).toBe('count=exact, handling=strict, max-affected=2');
  expect(
    await applied('DELETE', 'players?id=eq.9', undefined, 'missing=default,return=minimal'),
  ).toBe('return=minimal');
  const read = await ask('players', { ...key, prefer: 'return=minimal,count=exact' });
  expect(read.headers.get('preference-applied')).toBe('count=exact');
});

it('says where a row is that was added through a view', async () => {
  const { status, headers } = await write(
    'POST',
    'player_names',
    { number: 5, name: 'Eve' },
    'return=headers-only',
  );
  expect([status, headers.get('location')]).toEqual([201, '/rest/v1/player_names?number=eq.5']);
});

it('encodes that location as a URL, spaces included', async () => {
  const row = { 'full name': 'R & B + Soul' };
  const { headers } = await write('POST', 'odd keys', row, 'return=headers-only');
  const place = '/rest/v1/odd%20keys?full%20name=eq.R%20%26%20B%20%2B%20Soul';
  expect(headers.get('location')).toBe(place);
});

it('reads rows from CSV and from a form', async () => {
  const post = (body: string, type: string) =>
    ask('players', key, { method: 'POST', body, headers: { 'content-type': type, prefer: shown } });
  const csv = await post('id,name,rank\r\n10,"a ""b"", c",NULL\n11,Kim,3\n', 'text/csv');
  expect([csv.status, csv.body]).toEqual([
    201,
    [
      { id: 10, name: 'a "b", c', rank: null },
      { id: 11, name: 'Kim', rank: 3 },
    ],
  ]);
  const long = 'a'.repeat(90_000);
  for (const [text, message] of [
    [`${long}\n${'1\n'.repeat(4_999)}`, 'The names of the columns are too long for so many rows'],
    [`id\n${'1\n'.repeat(400_000)}`, 'The body has more than 5000 rows'],
    [`${'id,'.repeat(300_000)}id`, 'The body has more than 200 columns'],
    [`id\n${'1,'.repeat(300_000)}1`, 'All lines must have same number of fields'],
  ] as const) {
    const { status, body } = await post(text, 'text/csv');
    expect([status, body.code, body.message]).toEqual([400, 'PGRST102', message]);
  }
  const many = Array.from({ length: 201 }, (_, n) => `c${n}=1`).join('&');
  const wide = await post(many, 'application/x-www-form-urlencoded');
  expect(wide.body.message).toBe('The body has more than 200 columns');
  const form = await post('id=12&name=a%20b', 'application/x-www-form-urlencoded');
  expect([form.status, form.body[0].name]).toEqual([201, 'a b']);
});

it('puts a row where its URL says', async () => {
  const put = (path: string, body: unknown, prefer?: string) => write('PUT', path, body, prefer);
  const added = await put('players?id=eq.5', { id: 5, name: 'Eve', rank: 5 }, shown);
  expect([added.status, added.body]).toEqual([201, [{ id: 5, name: 'Eve', rank: 5 }]]);
  expect(added.headers.get('content-range')).toBeNull();
  const changed = await put('players?id=eq.5', [{ id: 5, name: 'Eva', rank: 5 }], shown);
  expect([changed.status, changed.body[0].name]).toEqual([200, 'Eva']);
  const quiet = await put('seats?row=eq.1&seat=eq.2', { row: 1, seat: 2, taken: 'Bo' });
  expect([quiet.status, quiet.text]).toEqual([204, '']);
  expect(await oracle('select taken from seats where seat = 2')).toEqual([{ taken: 'Bo' }]);
});

it('puts no row elsewhere', async () => {
  const row = { id: 9, name: 'x' };
  for (const [path, body, status, code, message] of [
    ['players?id=eq.8', row, 400, 'PGRST115', 'Payload values do not match URL'],
    ['players?id=eq.9', { name: 'x' }, 400, 'PGRST115', 'Payload values do not match URL'],
    ['players', row, 405, 'PGRST105', 'Filters must include all and only primary key columns'],
    ['players?id=gt.9', row, 405, 'PGRST105', 'Filters must'],
    ['players?id=not.eq.9', row, 405, 'PGRST105', 'Filters must'],
    ['players?id=eq.9&name=eq.x', row, 405, 'PGRST105', 'Filters must'],
    ['players?or=(id.eq.9)', row, 405, 'PGRST105', 'Filters must'],
    ['seats?row=eq.1', { row: 1, seat: 1 }, 405, 'PGRST105', 'Filters must'],
    ['no_key?a=eq.1', { a: 1 }, 405, 'PGRST105', 'Filters must'],
    ['players?id=eq.9&limit=1', row, 400, 'PGRST114', 'limit/offset querystring parameters'],
  ] as const) {
    const answer = await write('PUT', path, body);
    expect([path, answer.status, answer.body.code]).toEqual([path, status, code]);
    expect(answer.body.message).toContain(message);
  }
  expect(await oracle('select count(*) from players')).toEqual([{ count: 2 }]);
  const stranger = await actors.signedIn();
  const refused = await send('PUT', 'players?id=eq.9', row, stranger.headers);
  expect([refused.status, refused.body.code]).toEqual([403, '42501']);
});

it('says which methods a URL supports', async () => {
  const allow = async (path: string) => {
    const { status, headers } = await ask(path, key, { method: 'OPTIONS' });
    return [status, headers.get('allow')];
  };
  expect(await allow('players')).toEqual([200, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE']);
  expect(await allow('player_names')).toEqual([200, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE']);
  expect(await allow('no_key')).toEqual([200, 'OPTIONS,GET,HEAD,POST,PATCH,DELETE']);
  expect(await allow('rpc/add?a=1')).toEqual([200, 'OPTIONS,GET,HEAD,POST']);
  expect(await allow('rpc/add_guest?id=1&name=x')).toEqual([200, 'OPTIONS,POST']);
  expect(await allow('')).toEqual([200, 'OPTIONS,GET,HEAD']);
  const unknown = await ask('player', key, { method: 'OPTIONS' });
  expect([unknown.status, unknown.body]).toEqual([
    404,
    {
      code: 'PGRST205',
      message: "Could not find the table 'public.player' in the schema cache",
      details: null,
      hint: "Perhaps you meant the table 'public.players'",
    },
  ]);
  const preflight = await ask(
    'unknown',
    {},
    {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' },
    },
  );
  expect(preflight.status).toBe(204);
});

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
