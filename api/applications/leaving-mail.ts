import * as links from '#domain/site/links.ts';
import { type MailOrder, mailEach } from '../mail-each.ts';
import { queue } from '../queue.ts';
import type { Work } from '../subject.ts';
import type { ApplicationTasks } from './tasks.ts';

type Row = { to: string; company: string; names: string[]; leaves_at: Date };

/**
 * Tells everybody responsible for the company what will be deleted, when, and what the law may require them to keep.
 */
export async function sendLeaving(
  { database, finish, siteUrl, sendMail }: Work,
  task: ApplicationTasks['application-leaving'] & { to?: string },
) {
  const { rows } = await database.asService.query<Row>({
    text: `select u.email as to, c.name as company,
        array_agg(a.name || ', ' || a.job_title order by a.applied_at) as names, min(a.leaves_at) as leaves_at
      from public.applications as a
      join public.companies as c on c.id = a.company_id
      join public.company_members as m on m.company_id = c.id and m.role in ('admin', 'recruiter')
      join private.accounts as u on u.id = m.user_id
      where a.id = any ($2) and c.id = $1 and a.leaves_at > now() and u.email is not null
        -- Names of applicants go to nobody else's mailbox.
        and u.email_proved_at is not null and u.id not in (select private.banned_people())
      group by u.email, c.name`,
    values: [task.companyId, task.applicationIds],
  });
  const order: MailOrder = (session, to) =>
    queue.add(session, 'application-leaving-to', { ...task, to });
  const send = ({ leaves_at, ...row }: Row) =>
    sendMail({
      kind: 'application-leaving',
      ...row,
      leavesAt: leaves_at.toISOString(),
      action: `${siteUrl}${links.myJobs}`,
    });
  await mailEach({ database, finish }, { to: task.to, rows, order, send });
}
