import { z } from 'zod';
import { readCredentialNumber } from '#domain/credentials/credential-number.ts';
import { actWords } from '#domain/staff/acts.ts';
import { inOneLine } from '#domain/staff/log-values.ts';
import {
  actorWords,
  type ChainStretch,
  erasureSchema,
  type LogRow,
  personAskedSchema,
} from '#domain/staff/staff.ts';
import { ApiError } from '../errors.ts';
import { asStaff, staffAct, staffLook } from './as-staff.ts';
import { readStretch } from './read-stretch.ts';
import { day, type StaffList } from './staff-list.ts';

/** An address in the form of accounts, and a credential's number in that of the register, however they were typed. */
function normalizeTyped(typed: string): string {
  const read = readCredentialNumber(typed);
  if (read.kind === 'number') return read.number;
  return typed.includes('@') ? typed.toLowerCase() : typed;
}

/** Somebody who types “kim” does not have the whole address. */
function wholeOrBeginning(typed: string): string {
  return /@.+\./.test(typed) ? typed : `${typed.replace(/[\\%_]/g, '\\$&')}%`;
}

const isId = (value: string) => z.uuid().safeParse(value).success;

export const log: StaffList<LogRow> = {
  name: 'log',
  minimum: 'staff',
  from: 'staff.log as l left join staff.log_details as d on d.position = l.position',
  columns: {
    position: 'l.position',
    at: 'l.at',
    actor_kind: 'l.actor_kind',
    actor: 'coalesce(d.actor_address, l.actor_id::text)',
    act: 'l.act',
    subject_kind: 'l.subject_kind',
    subject_id: 'l.subject_id',
    reason: 'd.reason',
    before: 'd.before',
    after: 'd.after',
    has_details: 'd.position is not null',
  },
  filters: {
    act: { schema: z.string().max(60), where: (value) => `l.act = ${value}` },
    actor: {
      schema: z.uuid().or(z.string().trim().toLowerCase().max(255).transform(wholeOrBeginning)),
      // Each has an index, which a combined condition would not use.
      where: (place, value) => {
        if (isId(value)) return `l.actor_id = ${place}::uuid`;
        return `d.actor_address ${value.endsWith('%') ? 'like' : '='} ${place}`;
      },
    },
    subject: {
      schema: z.string().trim().max(200).transform(normalizeTyped),
      where: (place, value) =>
        value.includes('@')
          ? `l.subject_id = (select p.id::text from staff.people as p where p.email = ${place})`
          : `l.subject_id = ${place}`,
    },
    // The entries of a day are a range of the list, which SQL finds.
    since: {
      schema: day,
      where: (value) =>
        `l.at >= ${value}::date::timestamptz and l.position >= staff.first_of_log(${value}::date)`,
    },
    until: {
      schema: day,
      where: (value) =>
        `l.at < (${value}::date + 1)::timestamptz and l.position <= staff.last_of_log(${value}::date)`,
    },
  },
  orders: {
    newest: { by: 'l.position', type: 'bigint' },
    oldest: { by: 'l.position', type: 'bigint', isAscending: true },
  },
  id: { sql: 'l.position', type: 'bigint' },
  csv: {
    No: 'position',
    When: { moment: 'at' },
    Who: {
      of: ['actor', 'actor_kind'],
      say: ({ actor, actor_kind: kind }) => actor ?? actorWords[kind],
    },
    Act: { of: ['act'], say: ({ act }) => actWords[act] ?? act },
    About: 'subject_kind',
    'Number or address': 'subject_id',
    Reason: 'reason',
    Before: { of: ['before'], say: ({ before }) => inOneLine(before) },
    After: { of: ['after'], say: ({ after }) => inOneLine(after) },
  },
};

export const checkLog = staffAct('check-log', {
  input: z.object({ after: z.int().min(0).default(0) }),
  async run({ session, input: { after } }) {
    const { rows } = await session.query<ChainStretch>(readStretch(after));
    const [answer] = rows;
    const { entries = 0, head, broken_at } = answer ?? {};
    // What this one call read: fetching only the end must not be logged as having read everything.
    const read = { from: after + 1, to: after + entries, head, broken_at };
    return { ...(answer && { answer }), entry: { after: read } };
  },
});

/** What would be erased with a person's details, before an owner erases them. */
export const findDetails = staffLook({
  minimum: 'owner',
  input: personAskedSchema,
  async read({ session, input: { person } }) {
    const { rows } = await session.query<{ id: string; address: string }>({
      text: 'select id, address from staff.find_person($1)',
      values: [person],
    });
    const [found] = rows;
    if (!found) throw new ApiError('not_found', 'No account has this address. Try its id.');
    const { rows: counted } = await session.query<{ entries: number; own: number }>({
      text: `select
          (select count(*)::float8 from staff.log as l join staff.log_details as d on d.position = l.position
            where l.subject_id = any (staff.subjects_of($1::uuid))) as entries,
          (select count(*)::float8 from staff.log where actor_id = $1::uuid) as own`,
      values: [found.id],
    });
    return { ...found, entries: counted[0]?.entries ?? 0, own: counted[0]?.own ?? 0 };
  },
});

/** SQL writes the entry itself: the log must not name the person whose values were erased. */
export const eraseDetails = asStaff(
  { minimum: 'owner', isDangerous: true },
  erasureSchema,
  async ({ session, input: { id, reason } }) => {
    const { rows } = await session.query<{ entries: number }>({
      text: 'select staff.erase_details($1, $2)::float8 as entries',
      values: [id, reason],
    });
    return rows[0];
  },
);
