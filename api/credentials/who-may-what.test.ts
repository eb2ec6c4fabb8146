import { describe, expect, it } from 'vitest';
import { makeCredentialNumber } from '#domain/credentials/credential-number.ts';
import type { Actor } from '#test/support/actors.ts';
import { createAttempts } from '#test/support/attempts.ts';
import { createStaffActors } from '#test/support/staff.ts';
import { openTestApi } from '#test/support/test-api.ts';

const api = await openTestApi();
const { actors, database } = api;
const { attempt, refusal } = createAttempts(api);
const staffActor = createStaffActors(api);
const address = `${crypto.randomUUID()}@holders.example`;

/** Every kind of caller. */
const people = {
  visitor: actors.anonymous,
  holder: await actors.signedIn(address),
  other: await actors.signedIn(),
  member: await actors.member(),
  viewer: await staffActor('viewer'),
  staff: await staffActor('staff'),
  owner: await staffActor('owner'),
  aal1: await staffActor('owner', { level: 'aal1' }),
} satisfies Record<string, Actor>;
type Who = keyof typeof people;

const line = { type: 'CIHIS-AI', name: 'Jane Doe', awarded_on: '2026-01-15' };
const lines = [
  { ...line, number: makeCredentialNumber(), email: address },
  { ...line, number: makeCredentialNumber(), email: 'nobody@holders.example' },
];
await database.asService.query({
  text: 'select register.add_samples($1)',
  values: [JSON.stringify(lines)],
});
await api.asAdmin(async (client) => {
  await client.query(`begin;
    insert into register.credit_rules (tier, counts, hours) values ('CIHIS-AI', 'MICRO-PE-1', 3);
    insert into register.claims (email, token_digest) values ('nobody@holders.example', 'x');
    insert into register.issues (award_id, issue, key_id, jwt) select id, 1, 'k', 'x' from register.awards;
    insert into register.reminders (award_id, expires_on, days) select id, '2030-01-01', 90 from register.awards;
    select staff.append('command', null, null, 'set-credit-rules', '', '', null, null, null);
    commit`);
});

const all: readonly Who[] = Object.keys(people) as Who[];
const none: readonly Who[] = [];
const staffs: readonly Who[] = ['staff', 'owner'];

/** Who can read, insert, update and remove rows of tables and views in the schema `register`. */
const tables: Record<
  string,
  {
    row: string;
    change: string;
    may: readonly [read: readonly Who[], ...writes: (readonly Who[])[]];
  }
> = {
  types: {
    row: `(code, kind, slug, place) values ('FORGED', 'tier', 'x', 99)`,
    change: `slug = 'x'`,
    may: [all, none, none, none],
  },
  type_versions: {
    row: `(type, version, name, description, must_show, hours_from, hours_to)
      values ('CIHIS-AI', 2, 'Forged', 'Forged', '{x}', 1, 1)`,
    change: `name = 'x'`,
    may: [all, ['owner'], none, none],
  },
  credit_rules: {
    row: `(tier, counts, hours) values ('CIHIS-L', 'MICRO-PE-1', 3)`,
    change: 'hours = 9',
    may: [staffs, staffs, none, staffs],
  },
  awards: {
    row: `(number, type, version, name, awarded_on, status_list, status_index)
      values ('0000000000000', 'CIHIS-AI', 1, 'Forged', '2026-01-01', 9, 9)`,
    change: `state = 'revoked'`,
    may: [none, none, none, none],
  },
  history: {
    row: `(award_id, act, state, version, issue, awarded_on)
      select id, 'award', 'active', 1, 1, awarded_on from register.awards`,
    change: `act = 'award'`,
    may: [staffs, none, none, none],
  },
  issues: {
    row: `(award_id, issue, key_id, jwt) values (gen_random_uuid(), 1, 'k', 'x')`,
    change: `jwt = 'x'`,
    may: [none, none, none, none],
  },
  claims: {
    row: `(email) values ('forged@x.example')`,
    change: `token_digest = 'forged'`,
    may: [none, none, none, none],
  },
  reminders: {
    row: `(award_id, expires_on, days) values (gen_random_uuid(), '2026-01-01', 7)`,
    change: 'days = 7',
    may: [none, none, none, none],
  },
  status_bits: {
    row: '(status_list, status_index) values (1, 1)',
    change: 'status_list = 1',
    may: [none, none, none, none],
  },
  staff_awards: {
    row: `(number) values ('0000000000000')`,
    change: `name = 'x'`,
    may: [staffs, none, none, none],
  },
};

describe.each(all)('for a caller who is %s', (who) => {
  it.each(Object.entries(tables))(
    '%s has the right permissions',
    async (table, { row, change, may }) => {
      const attempts = [
        `select 1 from register.${table}`,
        `insert into register.${table} ${row}`,
        `update register.${table} set ${change}`,
        `delete from register.${table}`,
      ];
      for (const [verb, text] of attempts.entries()) {
        const touched = await attempt(people[who], text);
        expect([text, touched === 'some']).toEqual([text, may[verb]?.includes(who)]);
      }
    },
  );

  it('the table API knows no such schema', async () => {
    const { headers } = people[who];
    const other = await api.fetch('/rest/v1/awards', {
      headers: { ...headers, 'accept-profile': 'register' },
    });
    expect(other.status).toBe(406);
    expect((await api.fetch('/rest/v1/awards', { headers })).status).toBe(404);
    const call = await api.fetch('/rest/v1/rpc/check_credential', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ wanted: lines[0]?.number }),
    });
    expect(call.status).toBe(404);
  });
});

it.each([
  [`insert into register.awards ${tables.awards?.row}`, 'SF500'],
  [`update register.awards set state = 'revoked'`, 'SF500'],
  ['delete from register.awards', '42501'],
  ['truncate register.awards cascade', '42501'],
  [`update register.history set act = 'award'`, '42501'],
  ['delete from register.history', '42501'],
  ['truncate register.history', '42501'],
  [`update register.type_versions set name = 'x'`, '42501'],
  ['delete from register.type_versions', '42501'],
  ['truncate register.type_versions cascade', '42501'],
])('its rows cannot be removed, and are written only with a log entry: %s', async (text, code) => {
  expect(await refusal(text)).toBe(code);
});

it('is defined for every table and view', async () => {
  let names: string[] = [];
  await api.asAdmin(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
        where relnamespace = 'register'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
    );
    names = rows.map(({ name }) => name);
  });
  expect(names.toSorted()).toEqual(Object.keys(tables).toSorted());
});

it('causes no unexpected errors', () => expect(api.bugs).toEqual([]));
