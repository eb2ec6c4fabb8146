import { z } from 'zod';
import {
  hideJobsSchema,
  jobFilters,
  jobStatusOf,
  jobStatusWords,
  releaseJobsSchema,
  type StaffJobRow,
} from '#domain/staff/jobs.ts';
import { actOnEach } from '../act-on-each.ts';
import { asStaff, writeLog } from '../as-staff.ts';
import { day, matching, type StaffList, yesOrNo } from '../staff-list.ts';

/** All jobs, whoever posted them. */
export const jobs: StaffList<StaffJobRow> = {
  name: 'jobs',
  minimum: 'staff',
  from: 'staff.job_list as j',
  columns: {
    id: 'j.id',
    title: 'j.title',
    company: 'j.company',
    company_key: 'j.company_key',
    status: 'j.status',
    poster: 'j.poster',
    posted_by: 'j.posted_by',
    is_featured: 'j.is_featured',
    reports: 'j.reports',
    created_at: 'j.created_at',
    ends_at: 'j.ends_at',
    seen: 'j.seen',
    newest_case: 'j.newest_case',
    company_case: 'j.company_case',
  },
  filters: {
    words: { schema: matching, where: (value) => `j.words like ${value}` },
    state: {
      schema: z.enum(jobFilters),
      // Separate conditions, because each has its own index.
      where: (_, value) =>
        ({
          live: "j.place = 'live' and j.ends_at > now()",
          held: `j.place = 'hidden' and j.id in (select staff.held_jobs())`,
          hidden: `j.place = 'hidden'`,
          ended: `j.place = 'ended'`,
          paused: `j.posted_by in (select private.banned_people())`,
        })[value] ?? 'false',
    },
    company: { schema: z.string().max(200), where: (value) => `j.company_key = ${value}` },
    poster: { schema: z.uuid(), where: (value) => `j.posted_by = ${value}::uuid` },
    featured: {
      schema: z.enum(['yes']),
      where: () => 'j.is_featured',
    },
    reported: {
      schema: z.enum(['yes']),
      where: () => 'j.id in (select staff.reported_jobs())',
    },
    since: { schema: day, where: (value) => `j.created_at >= ${value}::date` },
    until: { schema: day, where: (value) => `j.created_at < ${value}::date + 1` },
  },
  orders: {
    newest: { by: 'j.created_at', type: 'timestamptz' },
    oldest: { by: 'j.created_at', type: 'timestamptz', isAscending: true },
  },
  id: { sql: 'j.id', type: 'uuid' },
  csv: {
    Number: 'id',
    Job: 'title',
    Company: 'company',
    State: { of: ['status', 'newest_case'], say: (job) => jobStatusWords[jobStatusOf(job)] },
    Poster: 'poster',
    Featured: { of: ['is_featured'], say: ({ is_featured: is }) => yesOrNo(is) },
    Reports: 'reports',
    Posted: { moment: 'created_at' },
    Ends: { moment: 'ends_at' },
  },
};

/** Hides jobs as the review queue does: the reason is emailed, and may be appealed once. */
export const hideJobs = asStaff({ minimum: 'staff' }, hideJobsSchema, (call) =>
  decideJobs(call, 'hide-jobs', call.input.reason),
);

export const releaseJobs = asStaff({ minimum: 'staff' }, releaseJobsSchema, (call) =>
  decideJobs(call, 'release-jobs'),
);

type Decision = Pick<Parameters<Parameters<typeof asStaff>[2]>[0], 'session'> & {
  input: z.infer<typeof releaseJobsSchema>;
};
type Known = { title: string; person: string; hidden: boolean };

function decideJobs({ session, input }: Decision, act: string, reason?: string) {
  return actOnEach(session, input.jobs, async ({ id, seen, version }) => {
    const read = async () => {
      const { rows } = await session.query<Known>({
        text: `select title, posted_by as person, place = 'hidden' as hidden from staff.job_list where id = $1`,
        values: [id],
      });
      return rows[0];
    };
    const before = await read();
    const { rows } = await session.query<{ id: string; state: string }>({
      // A version that is no timestamp was never shown, so it is not parsed as one.
      text: `select id, state from staff.decide_job($1, coalesce((
          select j.seen::timestamptz from staff.job_list as j where j.id = $1 and j.seen = $2), '-infinity'), $3, $4, $5)`,
      values: [id, seen, version, reason !== undefined, reason ?? null],
    });
    const after = await read();
    await writeLog(
      session,
      act,
      {
        // Logged under the person, like decisions in the queue.
        subject: { kind: 'person', id: before?.person ?? '' },
        before: { hidden: before?.hidden },
        after: {
          job: id,
          title: after?.title,
          hidden: after?.hidden,
          case: rows[0]?.id,
          state: rows[0]?.state,
        },
      },
      reason,
    );
  });
}
