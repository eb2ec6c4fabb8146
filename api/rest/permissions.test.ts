import { describe, expect, it } from 'vitest';
import type { Actor } from '#test/support/actors.ts';
import { openLibrary } from './fixture/library.ts';
import type { Outcome, Person, Row } from './fixture/permissions/expectation.ts';
import { knownJobRow } from './fixture/permissions/jobs.ts';
import {
  foreignCompany,
  knownApplication,
  knownCandidate,
  knownColleagues,
  knownCompany,
  knownConversation,
  knownEdition,
  knownProfile,
  knownSearch,
  knownSubscriber,
} from './fixture/permissions/known.ts';
import { likeTags } from './fixture/permissions/library.ts';
import { expectations } from './fixture/permissions/permissions.ts';

const { send, ask, oracle, asAdmin, actors, bugs } = await openLibrary();
await asAdmin((client) =>
  client.query(
    `with edition as (
        insert into newsletter_editions (id, subject, text, text_hash)
        values ($2, 'Known', 'News.', repeat('e', 64)))
      insert into newsletter_subscribers (id, email, consent_text)
        values ($1, 'known@people.example', 'Yes, write to me.')`,
    [knownSubscriber, knownEdition],
  ),
);
/** The member who wrote to the candidate. */
const knownMember = '00000000-0000-4000-8000-0000000000cf';
await asAdmin(async (client) => {
  await client.query('insert into auth.users (id) values ($1), ($2)', [
    knownCandidate,
    knownMember,
  ]);
  await client.query(
    `insert into candidate_profiles (id, user_id, headline, public_profile)
      values ($1, $2, 'Coder', true)`,
    [knownProfile, knownCandidate],
  );
  await client.query(
    `insert into conversations (id, member_id, candidate_id, member_name, candidate_headline)
      values ($1, $2, $3, 'Kim', 'Coder')`,
    [knownConversation, knownMember, knownCandidate],
  );
});
await asAdmin(async (client) => {
  await client.query(
    `insert into companies (id, slug, name)
      values ($1, 'known-company', 'Known Company'), ($2, 'foreign-company', 'Foreign Company')`,
    [knownCompany, foreignCompany],
  );
  // Without a member it would end with the first one who leaves.
  await client.query(
    `insert into company_members (company_id, user_id, role) values ($1, $3, 'admin'), ($2, $3, 'admin')`,
    [knownCompany, foreignCompany, knownMember],
  );
  await client.query(
    `insert into applications (id, job_title, company_id, company_name, name, email, state)
      values ($1, 'Coder', $2, 'Foreign Company', 'Sample Applicant', 'guest@people.example', 'new')`,
    [knownApplication, foreignCompany],
  );
});
const owner = await actors.signedIn();
await asAdmin(async (client) => {
  await client.query('insert into auth.users (id) select unnest($1::uuid[])', [knownColleagues]);
  await client.query(
    `insert into company_members (company_id, user_id, role) values ($1, $2, 'viewer')`,
    [knownCompany, owner.id],
  );
  await client.query(
    `insert into private.kept_searches (id, kind, conditions) overriding system value
      values ($1, 'jobs', '{"wanted": [{}]}')`,
    [knownSearch],
  );
});
await store('jobs', knownJobRow(owner.id));
const people: Record<Person, Actor> = {
  visitor: actors.anonymous,
  owner,
  stranger: await actors.signedIn(),
  member: await actors.member(),
  staff: actors.staff,
};

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
    const row = expectation.row(owner.id);
    await clear(table, key, row);
    if (verb !== 'insert') await store(table, row);
    const before = await stored(table, key, row);
    const answer = await attempt(people[cell.person].headers, verb, table, key, row, change);
    const isFailure = typeof outcome === 'number';
    expect(answer.status).toBe(isFailure ? outcome : verb === 'insert' ? 201 : 200);
    if (isFailure) expect(answer.body.code).toBe(outcome === 400 ? '23514' : '42501');
    if (outcome === 'nothing') {
      expect(answer.body).toEqual([]);
      await attemptOnAll(people[cell.person], verb, table, row, change);
    }
    const after = await stored(table, key, row);
    if (outcome === 'done' && verb !== 'insert') expect(answer.body).toEqual([{ [key]: row[key] }]);
    if (outcome !== 'done' || verb === 'read') expect(after).toEqual(before);
    else if (verb === 'insert') expect(after).toMatchObject([row]);
    else if (verb === 'update') {
      const moved = Object.fromEntries(
        (expectation.moving ?? []).map((name) => [name, after[0]?.[name]]),
      );
      expect(after).toEqual([{ ...before[0], ...change, ...moved }]);
    } else expect(after).toEqual([]);
  });

  it('is defined above for every table', async () => {
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

/**
 * If no column is read, no select policy applies, only that of the verb. Visitors must name the rows they mean;
 * deleting one's own is allowed.
 */
async function attemptOnAll(
  { id, headers }: Actor,
  verb: (typeof verbs)[number],
  table: string,
  row: Row,
  change: Row,
) {
  if (verb === 'read' || id === undefined || Object.values(row).includes(id)) return;
  const [method, body] = verb === 'update' ? ['PATCH', change] : ['DELETE', undefined];
  expect((await send(method, table, body, headers)).status).toBe(204);
}

function store(table: string, row: Row) {
  const names = Object.keys(row);
  const places = names.map((_, place) => `$${place + 1}`);
  return asAdmin((client) =>
    client.query(`insert into ${table} (${names}) values (${places})`, Object.values(row)),
  );
}

/** A key that is a person can appear only once in a table. */
function clear(table: string, key: string, row: Row) {
  return asAdmin((client) => client.query(`delete from ${table} where ${key} = $1`, [row[key]]));
}

async function stored(table: string, key: string, row: Row): Promise<Row[]> {
  const rows = await oracle(`select * from ${table} where ${key} = '${row[key]}'`);
  // The time of the last change updates itself.
  return (rows as Row[]).map(({ updated_at, ...columns }) => columns);
}

it('causes no unexpected errors', () => expect(bugs).toEqual([]));
