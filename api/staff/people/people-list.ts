import { z } from 'zod';
import { type PersonRow, personStateWords } from '#domain/staff/people.ts';
import { roleWords } from '#domain/staff/staff.ts';
import type { StaffList } from '../staff-list.ts';

/**
 * A pattern for `like` that takes what somebody types literally. The index contains trigrams, so anything shorter is
 * matched as a whole word, including its spaces.
 */
const searched = z
  .string()
  .trim()
  .toLowerCase()
  .max(200)
  .transform((words) => {
    const plain = words.replace(/[\\%_]/g, '\\$&');
    return words.length > 2 ? `%${plain}%` : plain && `% ${plain} %`;
  });

export const people: StaffList<PersonRow> = {
  name: 'people',
  minimum: 'staff',
  look: 'look-people',
  from: 'staff.people as p',
  columns: {
    id: 'p.id',
    email: 'p.email',
    name: 'p.name',
    company: 'p.company',
    state: 'p.state',
    role: 'p.role',
    jobs: 'p.jobs',
    created_at: 'p.created_at',
    last_sign_in_at: 'p.last_sign_in_at',
  },
  filters: {
    search: { schema: searched, where: (value) => `p.words like ${value}` },
    state: {
      schema: z.enum(['blocked', 'helped']),
      // These few have an index of their own.
      where: (_, value) =>
        value === 'blocked'
          ? 'p.id in (select private.banned_people())'
          : 'p.id in (select staff.helped_people(false))',
    },
  },
  orders: { newest: { by: 'p.created_at', type: 'timestamptz' } },
  id: { sql: 'p.id', type: 'uuid' },
  csv: {
    Address: 'email',
    Name: 'name',
    Company: 'company',
    State: { of: ['state'], say: ({ state }) => personStateWords[state] },
    Role: { of: ['role'], say: ({ role }) => role && roleWords[role] },
    Jobs: 'jobs',
    Since: { moment: 'created_at' },
    'Last sign-in': { moment: 'last_sign_in_at' },
  },
};
