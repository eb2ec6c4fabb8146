import { z } from 'zod';
import type { AlarmRow } from '#domain/staff/alarms.ts';
import type { StaffList } from '../staff-list.ts';

/** What was wrong, and what still is. */
export const alarms: StaffList<AlarmRow> = {
  name: 'alarms',
  minimum: 'staff',
  from: 'staff.alarms as a',
  columns: {
    id: 'a.id::text',
    kind: 'a.kind',
    about: 'a.about',
    facts: 'a.facts',
    began_at: 'a.began_at',
    told_at: 'a.told_at',
    over_at: 'a.over_at',
  },
  filters: {
    state: {
      schema: z.enum(['open', 'over']),
      where: (place, value) =>
        `${place} = '${value === 'open' ? 'open' : 'over'}' and a.over_at is ${value === 'open' ? '' : 'not '}null`,
    },
  },
  orders: { newest: { by: 'a.began_at', type: 'timestamptz' } },
  id: { sql: 'a.id', type: 'bigint' },
};
