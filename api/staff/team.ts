import { z } from 'zod';
import type { Transaction } from '#database/database.ts';
import {
  appointmentSchema,
  memberStateWords,
  roleWords,
  type StaffRole,
  staffRoles,
  type TeamRow,
} from '#domain/staff/staff.ts';
import { ApiError } from '../errors.ts';
import { staffAct } from './as-staff.ts';
import type { StaffList } from './staff-list.ts';

export const team: StaffList<TeamRow> = {
  name: 'team',
  minimum: 'staff',
  from: 'staff.team as t',
  columns: {
    id: 't.id',
    kind: 't.kind',
    email: 't.email',
    role: 't.role',
    state: 't.state',
    appointed_at: 't.appointed_at',
    is_self: 't.id = auth.uid()',
  },
  filters: {
    role: { schema: z.enum(staffRoles), where: (value) => `t.role = ${value}` },
    address: {
      schema: z.string().trim().toLowerCase().max(255),
      // A whole address is found by its index; part of one needs a scan.
      where: (place, value) =>
        z.email().safeParse(value).success
          ? `t.email = ${place}`
          : `strpos(lower(t.email), ${place}) > 0`,
    },
  },
  orders: { newest: { by: 't.appointed_at', type: 'timestamptz' } },
  id: { sql: 't.id', type: 'uuid' },
  csv: {
    Address: 'email',
    Role: { of: ['role'], say: ({ role }) => roleWords[role] },
    State: { of: ['state'], say: ({ state }) => memberStateWords[state] },
    Since: { moment: 'appointed_at' },
  },
};

export const appoint = staffAct('appoint', {
  input: appointmentSchema,
  async run({ session, input: { email, role } }) {
    await removeExpiredInvitation(session, email);
    const { rows } = await session.query<{ is_known: boolean }>({
      text: 'select exists (select from staff.team where lower(email) = $1) as is_known',
      values: [email],
    });
    if (rows[0]?.is_known) throw new ApiError('already_asked');
    const { rows: asked } = await session.query<{ id: string }>({
      text: 'insert into staff.invitations (email, role) values ($1, $2) returning id',
      values: [email, role],
    });
    const id = asked[0]?.id ?? '';
    return { entry: { subject: { kind: 'invitation', id }, after: { email, role } } };
  },
});

/** An expired link must not block a new one. */
async function removeExpiredInvitation(session: Transaction, email: string) {
  await session.query({
    text: 'delete from staff.invitations where email = lower($1) and ends_at <= now()',
    values: [email],
  });
}

const one = z.object({ id: z.uuid() });

export const withdrawInvitation = staffAct('withdraw-invitation', {
  input: one,
  async run({ session, input: { id } }) {
    const { rows } = await session.query<{ email: string; role: string }>({
      text: 'delete from staff.invitations where id = $1 returning email, role',
      values: [id],
    });
    if (!rows[0]) throw new ApiError('not_found');
    return { entry: { subject: { kind: 'invitation', id }, before: rows[0] } };
  },
});

/** Locked, because decisions depend on their current role. */
async function readMember(session: Transaction, id: string) {
  const { rows } = await session.query<{ role: StaffRole; email: string }>({
    text: `select m.role, (select t.email from staff.team as t where t.id = m.user_id) as email
      from staff.members as m where m.user_id = $1 for update of m`,
    values: [id],
  });
  if (!rows[0]) throw new ApiError('not_found');
  return rows[0];
}

/** Withdraws pending links to a higher role, which would restore what is being taken away now. */
async function withdrawPending(session: Transaction, email: string) {
  await session.query({
    text: 'delete from staff.invitations where email = lower($1)',
    values: [email],
  });
}

/**
 * A lower role takes effect at once. A higher one is offered by email, like every role, and the old one stays until it
 * is accepted.
 */
export const changeRole = staffAct('change-role', {
  input: z.object({
    id: z.uuid(),
    role: z.enum(staffRoles),
    /** The role that the screen showed: what was a demotion from there may be a promotion by now. */
    seen: z.enum(staffRoles).optional(),
  }),
  on: ({ id }) => id,
  async run({ session, input: { id, role, seen } }) {
    const before = await readMember(session, id);
    if (before.role !== (seen ?? before.role)) throw new ApiError('changed_meanwhile');
    const isMore = staffRoles.indexOf(role) < staffRoles.indexOf(before.role);
    if (isMore) await removeExpiredInvitation(session, before.email);
    else await withdrawPending(session, before.email);
    const { rowCount } = await session.query(
      isMore
        ? {
            text: `insert into staff.invitations (email, role) values (lower($1), $2)
              on conflict do nothing`,
            values: [before.email, role],
          }
        : { text: 'update staff.members set role = $2 where user_id = $1', values: [id, role] },
    );
    if (rowCount === 0) throw new ApiError('already_asked');
    return {
      answer: { isAsked: isMore },
      entry: {
        subject: { kind: 'person', id },
        before: { role: before.role },
        after: isMore ? { asked: role } : { role },
      },
    };
  },
});

export const removeMember = staffAct('remove-member', {
  input: one,
  on: ({ id }) => id,
  async run({ session, input: { id } }) {
    const before = await readMember(session, id);
    await withdrawPending(session, before.email);
    await session.query({ text: 'delete from staff.members where user_id = $1', values: [id] });
    return { entry: { subject: { kind: 'person', id }, before: { role: before.role } } };
  },
});

/** The only act that people do on themselves. The last owner cannot. */
export const leave = staffAct('leave', {
  input: z.object({ confirmation: z.literal('leave') }),
  async run({ session, person, role }) {
    return {
      entry: { subject: { kind: 'person', id: person }, before: { role } },
      last: () =>
        session.query({ text: 'delete from staff.members where user_id = $1', values: [person] }),
    };
  },
});
