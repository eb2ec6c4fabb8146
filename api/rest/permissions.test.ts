import { describe, expect, it } from 'vitest';
import { openLibrary } from './fixture/library.ts';

const { send, ask, oracle, asAdmin, actors, bugs } = await openLibrary();
const people = {
  visitor: actors.anonymous,
  owner: await actors.signedIn(),
  stranger: await actors.signedIn(),
  staff: actors.staff,
};

type Person = keyof typeof people;
type Row = Record<string, unknown>;
/** `done`: it happened. `nothing`: no failure, and no row was seen or touched. Else the status. */
type Outcome = 'done' | 'nothing' | 401 | 403;
type Outcomes = [read: Outcome, insert: Outcome, update: Outcome, remove: Outcome];
type Expectation = {
  /** A row as its owner would write it. */
  row: (owner: string) => Row;
  /** A column that its owner may change, and to what. */
  change: Row;
  key: string;
  outcomes: Record<Person, Outcomes>;
};

const all: Outcomes = ['done', 'done', 'done', 'done'];
const closed: Outcomes = [401, 401, 401, 401];
const forbidden: Outcomes = [403, 403, 403, 403];
const readOnly = (status: 401 | 403): Outcomes => ['done', status, status, status];

const job = {
  company: 'Clinic',
  job_type: 'Full-time',
  location: 'Durham',
  application_url: 'https://clinic.example/apply',
  description: 'A description that is long enough for the rule of fifty characters.',
  contact_name: 'Kim',
  contact_email: 'kim@clinic.example',
};

/** Every table of schema public: who may do what. A table that is missing here fails below. */
const expectations: Record<string, Record<string, Expectation>> = {
  jobs: {
    'an active job': {
      key: 'title',
      row: (owner) => ({
        ...job,
        title: `Analyst ${nextNumber()}`,
        posted_by: owner,
        is_active: true,
      }),
      change: { company: 'Changed' },
      outcomes: {
        visitor: ['done', 401, 401, 401],
        owner: all,
        stranger: ['done', 403, 'nothing', 'nothing'],
        staff: all,
      },
    },
    'a closed job': {
      key: 'title',
      row: (owner) => ({
        ...job,
        title: `Analyst ${nextNumber()}`,
        posted_by: owner,
        is_active: false,
      }),
      change: { company: 'Changed' },
      outcomes: {
        visitor: ['nothing', 401, 401, 401],
        owner: all,
        stranger: ['nothing', 403, 'nothing', 'nothing'],
        staff: all,
      },
    },
  },
  notes: {
    'a note': {
      key: 'id',
      row: (owner) => ({ id: nextNumber(), owner, title: 'Note' }),
      change: { title: 'Changed' },
      outcomes: {
        visitor: closed,
        owner: all,
        stranger: ['nothing', 403, 'nothing', 'nothing'],
        staff: all,
      },
    },
  },
  guests: {
    'a guest': {
      key: 'id',
      row: () => ({ id: nextNumber(), name: 'Guest', hidden: false }),
      change: { name: 'Changed' },
      outcomes: { visitor: all, owner: all, stranger: all, staff: all },
    },
    'a hidden guest': {
      key: 'id',
      row: () => ({ id: nextNumber(), name: 'Guest', hidden: true }),
      change: { name: 'Changed' },
      outcomes: {
        visitor: ['nothing', 401, 'nothing', 'nothing'],
        owner: ['nothing', 403, 'nothing', 'nothing'],
        stranger: ['nothing', 403, 'nothing', 'nothing'],
        staff: all,
      },
    },
  },
  vault: {
    'a treasure': {
      key: 'id',
      row: () => ({ id: nextNumber(), treasure: 'Gold' }),
      change: { treasure: 'Changed' },
      outcomes: { visitor: closed, owner: forbidden, stranger: forbidden, staff: all },
    },
  },
  tags: {
    'a tag': {
      key: 'id',
      row: () => ({ id: nextNumber(), name: 'Tag' }),
      change: { name: 'Changed' },
      outcomes: {
        visitor: readOnly(401),
        owner: readOnly(403),
        stranger: readOnly(403),
        staff: all,
      },
    },
  },
};

/** Tables of the library that are there for the grammar alone; all are like `tags`. */
const likeTags = ['authors', 'books', 'book_tags', 'covers', 'many', 'publishers'];

let numbers = 1000;
function nextNumber(): number {
  numbers += 1;
  return numbers;
}

const verbs = ['read', 'insert', 'update', 'remove'] as const;
const cells = Object.entries(expectations).flatMap(([table, kinds]) =>
  Object.entries(kinds).flatMap(([kind, expectation]) =>
    Object.entries(expectation.outcomes).flatMap(([name, outcomes]) =>
      verbs.map((verb, place) => ({
        person: name as Person,
        verb,
        table,
        kind,
        expectation,
        outcome: outcomes[place] as Outcome,
      })),
    ),
  ),
);

describe('who may do what', () => {
  it.each(cells)('$person, $verb $kind ($table): $outcome', async (cell) => {
    const { table, verb, expectation, outcome } = cell;
    const { key, change } = expectation;
    const row = expectation.row(people.owner.id);
    if (verb !== 'insert') await store(table, row);
    const before = await stored(table, key, row);
    const answer = await attempt(people[cell.person].headers, verb, table, key, row, change);
    const after = await stored(table, key, row);

    const isFailure = typeof outcome === 'number';
    expect(answer.status).toBe(isFailure ? outcome : verb === 'insert' ? 201 : 200);
    if (isFailure) expect(answer.body.code).toBe('42501');
    if (outcome === 'nothing') expect(answer.body).toEqual([]);
    if (outcome === 'done' && verb !== 'insert') expect(answer.body).toEqual([{ [key]: row[key] }]);
    if (outcome !== 'done' || verb === 'read') expect(after).toEqual(before);
    else if (verb === 'insert') expect(after).toMatchObject([row]);
    else if (verb === 'update') expect(after).toEqual([{ ...before[0], ...change }]);
    else expect(after).toEqual([]);
  });

  it('is said above for every table there is', async () => {
    const tables = await oracle(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    );
    const names = (tables as { name: string }[]).map(({ name }) => name);
    expect(names.toSorted()).toEqual([...Object.keys(expectations), ...likeTags].toSorted());
  });
});

function attempt(
  headers: Record<string, string>,
  verb: (typeof verbs)[number],
  table: string,
  key: string,
  row: Row,
  change: Row,
) {
  const one = `${table}?${key}=eq.${row[key]}&select=${key}`;
  switch (verb) {
    case 'read':
      return ask(one, headers);
    case 'insert':
      return send('POST', table, row, headers);
    case 'update':
      return send('PATCH', one, change, headers, 'return=representation');
    case 'remove':
      return send('DELETE', one, undefined, headers, 'return=representation');
  }
}

function store(table: string, row: Row) {
  const names = Object.keys(row);
  const places = names.map((_, place) => `$${place + 1}`);
  return asAdmin((client) =>
    client.query(`insert into ${table} (${names}) values (${places})`, Object.values(row)),
  );
}

async function stored(table: string, key: string, row: Row): Promise<Row[]> {
  const rows = await oracle(`select * from ${table} where ${key} = '${row[key]}'`);
  return rows as Row[];
}

it('has met no bug on the way', () => expect(bugs).toEqual([]));
