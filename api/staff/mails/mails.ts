import { z } from 'zod';
import {
  type MailPage,
  type MailRow,
  mailFilters,
  mailKindOf,
  mailStateWords,
} from '#domain/staff/mails.ts';
import { ApiError } from '../../errors.ts';
import { staffLook } from '../as-staff.ts';
import { day, type StaffList } from '../staff-list.ts';

const columns = {
  id: 'm.id::float8',
  at: 'm.at',
  kind: 'm.kind',
  recipient: 'm.recipient',
  person: 'm.user_id',
  state: 'm.state',
  subject: 'm.subject',
} as const;

/** What was sent or rejected in the last thirty days. */
export const mails: StaffList<MailRow> = {
  name: 'mails',
  minimum: 'staff',
  look: 'look-mails',
  from: 'staff.mails as m',
  columns,
  filters: {
    to: {
      schema: z.string().trim().toLowerCase().max(320),
      where: (value) => `m.recipient = ${value}`,
    },
    state: {
      schema: z.enum(mailFilters),
      where: (place, value) => (value === 'bounced' ? "m.state = 'bounced'" : `m.state = ${place}`),
    },
    kind: { schema: z.string().max(60), where: (value) => `m.kind = ${value}` },
    person: { schema: z.uuid(), where: (value) => `m.user_id = ${value}::uuid` },
    since: { schema: day, where: (value) => `m.at >= ${value}::date::timestamptz` },
    until: { schema: day, where: (value) => `m.at < (${value}::date + 1)::timestamptz` },
  },
  orders: {
    newest: { by: 'm.at', type: 'timestamptz' },
    oldest: { by: 'm.at', type: 'timestamptz', isAscending: true },
  },
  id: { sql: 'm.id', type: 'bigint' },
  csv: {
    When: { moment: 'at' },
    Kind: { of: ['kind'], say: ({ kind }) => mailKindOf(kind) },
    To: 'recipient',
    State: { of: ['state'], say: ({ state }) => mailStateWords[state] },
    Subject: 'subject',
  },
};

/** One email, as far as it was stored. Viewing it is logged. */
export const lookMail = staffLook({
  minimum: 'staff',
  input: z.object({ id: z.int().min(1) }),
  looksAt: (_, { id, person }: MailPage) => ({
    act: 'look-mail',
    subject: person ? { kind: 'person', id: person } : { kind: 'mail', id: String(id) },
  }),
  async read({ session, input: { id } }): Promise<MailPage> {
    const list = Object.entries(columns).map(([name, sql]) => `${sql} as ${name}`);
    const { rows } = await session.query<MailPage>({
      text: `select ${list.join(', ')}, m.said, m.body from staff.mails as m where m.id = $1`,
      values: [id],
    });
    const [mail] = rows;
    if (!mail) throw new ApiError('mail_gone');
    return mail;
  },
});
