import type { StaffRole } from '#domain/staff/staff.ts';

type WaitKind = {
  kind: string;
  words: string;
  /** The list of what is waiting. */
  link: `/staff/${string}`;
  minimum: StaffRole;
  /** SQL that counts it as the viewer; it stops at a thousand and one. */
  count: string;
};

/** Review cases that wait for staff, not for the person they are about. */
function openCases(condition: string): string {
  return `(select count(*) from (select from staff.cases
    where state in ('waiting', 'answered', 'appealed') and ${condition} limit 1001) as one)`;
}

/** Everything that can wait for staff. A new kind needs a line here. */
export const waitKinds: readonly WaitKind[] = [
  {
    kind: 'reported',
    words: 'Reports and appeals',
    link: '/staff/review',
    minimum: 'staff',
    count: openCases("held_for = '{}'"),
  },
  {
    kind: 'held-jobs',
    words: 'Jobs that are held back',
    link: '/staff/review',
    minimum: 'staff',
    count: openCases("held_for <> '{}'"),
  },
  {
    kind: 'company-claims',
    words: 'Company claims',
    link: '/staff/claims?state=open',
    minimum: 'staff',
    count: `(select count(*) from (select from staff.company_case_list where decided_at is null limit 1001) as one)`,
  },
  {
    kind: 'factor-helps',
    words: 'Lost second steps that wait until you agree',
    link: '/staff/people?state=helped',
    minimum: 'staff',
    count: '(select count(*) from staff.helped_people(true))',
  },
  {
    kind: 'failed-mails',
    words: 'Emails that failed',
    link: '/staff/mails/queue?state=failed',
    minimum: 'staff',
    count: 'staff.count_failed_work(true)',
  },
  {
    kind: 'failed-tasks',
    words: 'Other tasks that failed',
    link: '/staff/mails/queue?tasks=others&state=failed',
    minimum: 'staff',
    count: 'staff.count_failed_work(false)',
  },
  {
    kind: 'disowned',
    words: 'Credentials whose receiver says “not me”',
    link: '/staff/credentials?holding=not+me',
    minimum: 'staff',
    count: `(select count(*) from (select from register.staff_awards
      where disowned_at is not null and state <> 'revoked' limit 1001) as one)`,
  },
  {
    kind: 'launch',
    words: 'Red points before the launch',
    link: '/staff/launch',
    minimum: 'staff',
    count: `(select count(*) from staff.launch_points where state = 'red')`,
  },
];
