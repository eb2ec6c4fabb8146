import { z } from 'zod';
import { appointmentSchema, staffRoles, type TeamRow } from '#domain/staff.ts';
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
  },
  filters: {
    role: { schema: z.enum(staffRoles), where: (value) => `t.role = ${value}` },
    address: {
      schema: z.string().trim().toLowerCase().max(255),
      // A whole address is found by its index; a part of one by looking at all.
      where: (place, value) =>
        z.email().safeParse(value).success
          ? `t.email = ${place}`
          : `strpos(lower(t.email), ${place}) > 0`,
    },
  },
  orders: { newest: { by: 't.appointed_at', type: 'timestamptz' } },
  id: { sql: 't.id', type: 'uuid' },
  csv: ['email', 'role', 'state', 'appointed_at'],
};

export const appoint = staffAct('appoint', {
  input: appointmentSchema,
  async run({ session, input: { email, role } }) {
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

export const changeRole = staffAct('change-role', {
  input: z.object({ id: z.uuid(), role: z.enum(staffRoles) }),
  on: ({ id }) => id,
  async run({ session, input: { id, role } }) {
    const { rows } = await session.query<{ role: string }>({
      text: `update staff.members as m set role = $2
        from (select user_id, role from staff.members where user_id = $1 for update) as before
        where m.user_id = before.user_id returning before.role`,
      values: [id, role],
    });
    if (!rows[0]) throw new ApiError('not_found');
    return { entry: { subject: { kind: 'person', id }, before: rows[0], after: { role } } };
  },
});

export const removeMember = staffAct('remove-member', {
  input: one,
  on: ({ id }) => id,
  async run({ session, input: { id } }) {
    const { rows } = await session.query<{ role: string }>({
      text: 'delete from staff.members where user_id = $1 returning role',
      values: [id],
    });
    if (!rows[0]) throw new ApiError('not_found');
    return { entry: { subject: { kind: 'person', id }, before: rows[0] } };
  },
});

/** The only thing that somebody does to themselves. The last owner cannot. */
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
