import { z } from 'zod';
import type { CompanyRow } from '#domain/staff/jobs.ts';
import type { Work } from '../../subject.ts';
import { matching, type StaffList } from '../staff-list.ts';

/** The company names on jobs, with the number of jobs. Changed names are counted before the list is read. */
export const companies: StaffList<CompanyRow> = {
  name: 'companies',
  minimum: 'staff',
  before: 'select staff.refresh_companies()',
  from: 'staff.company_list as c',
  columns: {
    key: 'c.company_key',
    name: 'c.name',
    jobs: 'c.jobs::float8',
    posters: 'c.posters::float8',
    reports: 'c.reports::float8',
    newest_at: 'c.newest_at',
  },
  filters: {
    words: { schema: matching, where: (value) => `c.words like ${value}` },
    reported: {
      schema: z.enum(['yes']),
      where: () => 'c.reports > 0',
    },
  },
  orders: {
    newest: { by: 'c.newest_at', type: 'timestamptz' },
    jobs: { by: 'c.jobs', type: 'bigint' },
    reports: { by: 'c.reports', type: 'bigint' },
  },
  id: { sql: 'c.company_key', type: 'text' },
  csv: {
    Company: 'name',
    Jobs: 'jobs',
    Posters: 'posters',
    Reports: 'reports',
    'Newest job': { moment: 'newest_at' },
  },
};

/** Run by the timetable, so that no reader has to wait while a whole import is counted. */
export async function countCompanies({ database }: Pick<Work, 'database'>) {
  let taken: number | undefined;
  do {
    const { rows } = await database.asService.query<{ taken: number }>({
      text: 'select private.count_companies() as taken',
    });
    taken = rows[0]?.taken;
  } while (taken);
}
