import { z } from 'zod';
import { type CaseRow, caseFilters, caseKinds } from '#domain/staff/review.ts';
import { matching, type StaffList } from '../staff-list.ts';

/** Everything that was reported or held back, except cases about the viewer. */
export const cases: StaffList<CaseRow> = {
  name: 'cases',
  minimum: 'staff',
  from: 'staff.cases as c',
  columns: {
    id: 'c.id',
    kind: 'c.kind',
    title: 'c.title',
    state: 'c.state',
    reports: 'c.reports',
    held_for: 'c.held_for',
    opened_at: 'c.opened_at',
    changed_at: 'c.changed_at',
    claimed_as: "case when c.claimed_at > now() - interval '30 minutes' then c.claimed_as end",
    acted_as: 'c.acted_as',
    appealed_at: 'c.appealed_at',
    gone_at: 'c.gone_at',
  },
  filters: {
    state: {
      schema: z.enum(caseFilters),
      // Open cases have an index of their own.
      where: (place, value) =>
        value === 'open'
          ? `c.state in ('waiting', 'answered', 'appealed')`
          : value === 'all'
            ? 'true'
            : `c.state = ${place}`,
    },
    words: { schema: matching, where: (value) => `c.searched like ${value}` },
    kind: { schema: z.enum(caseKinds), where: (value) => `c.kind = ${value}` },
    // At least that many days old.
    age: {
      schema: z.enum(['1', '3', '7', '30']),
      where: (value) => `c.opened_at < now() - make_interval(days => ${value}::int)`,
    },
    person: { schema: z.uuid(), where: (value) => `c.person_id = ${value}::uuid` },
  },
  orders: {
    newest: { by: 'c.changed_at', type: 'timestamptz' },
    oldest: { by: 'c.changed_at', type: 'timestamptz', isAscending: true },
    reports: { by: 'c.reports', type: 'bigint' },
  },
  id: { sql: 'c.id', type: 'uuid' },
};
