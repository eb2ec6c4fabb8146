import type { Database, Session } from '#database/database.ts';
import { daysOfNotice, daysOfRenewalLink } from '#domain/jobs/job-life.ts';
import * as links from '#domain/site/links.ts';
import type { MailOf } from '#mail/mail.ts';
import { queue } from '../queue.ts';
import { safePosting } from '../safe-name.ts';
import { randomToken, sha256 } from '../secrets.ts';
import type { Work } from '../subject.ts';
import type { JobMailOrder } from './tasks.ts';

type Row = {
  id: string;
  title: string;
  company: string;
  proven_domain: string | null;
  ends_at: Date;
  poster: string | null;
  /** Whether somebody has confirmed that the mailbox is the poster's. */
  is_proved: boolean;
};
type JobMail = MailOf<'job-posted' | 'job-ending' | 'jobs-ending' | 'job-hidden'>;

export async function sendJobMail(work: Work, order: JobMailOrder) {
  if (order.kind === 'job-ending' && (await splitByPoster(work, order.jobIds))) return;
  const mail = await writeJobMail(work.database, order, work.siteUrl);
  if (mail) await work.sendMail(mail);
}

/** Some of the jobs may have come to a colleague since: then each poster has a mail, and a task, of their own. */
async function splitByPoster({ database, finish }: Work, jobIds: string[]): Promise<boolean> {
  return database.asService.transaction(async (session) => {
    const { rows } = await session.query<{ ids: string[] }>({
      text: 'select array_agg(id) as ids from public.jobs where id = any ($1) group by posted_by',
      values: [jobIds],
    });
    if (rows.length < 2) return false;
    for (const { ids } of rows) {
      await queue.add(session, 'job-mail', { kind: 'job-ending', jobIds: ids });
    }
    await finish(session);
    return true;
  });
}

/** Reads the jobs and creates the links at the time of sending; undefined if all are over by then. */
async function writeJobMail(
  database: Database,
  order: JobMailOrder,
  siteUrl: string,
): Promise<JobMail | undefined> {
  return database.asService.transaction(async (session) => {
    const rows = await findJobs(session, order);
    const [row] = rows;
    const to = order.kind === 'job-posted' ? order.to : row?.poster;
    if (!row || !to) return undefined;
    // Until somebody has confirmed the mailbox, it may be a stranger's, too.
    const isOwn = row.is_proved && to === row.poster;
    const jobs = rows.map(({ title, company, ends_at, proven_domain }) => ({
      ...(isOwn ? { title, company } : safePosting({ title, company }, proven_domain)),
      endsAt: ends_at.toISOString(),
    }));
    const [job] = jobs as [(typeof jobs)[0]];
    const page = `${siteUrl}${links.job(row.id)}`;
    const postings = `${siteUrl}${links.myJobs}`;
    switch (order.kind) {
      case 'job-posted':
        return { kind: 'job-posted', to, job, page, action: postings };
      case 'job-hidden':
        return { kind: 'job-hidden', to, job, action: postings, reason: order.reason };
      case 'job-ending': {
        const renewals: string[] = [];
        for (const { id } of rows) {
          renewals.push(
            `${siteUrl}${links.withToken(links.renewJob, await issueToken(session, id))}`,
          );
        }
        const [action = ''] = renewals;
        if (rows.length === 1) return { kind: 'job-ending', to, job, page, action };
        const list = jobs.map((each, place) => ({ ...each, action: renewals[place] ?? '' }));
        return { kind: 'jobs-ending', to, jobs: list, action: postings };
      }
    }
  });
}

/** The jobs that the email still applies to: live postings, or one that staff hid. */
async function findJobs(session: Session, order: JobMailOrder): Promise<Row[]> {
  const { rows } = await session.query<Row>({
    text: `select j.id, j.title, j.company, c.proven_domain, j.ends_at, lower(u.email) as poster,
        u.email_proved_at is not null as is_proved
      from public.jobs as j join private.accounts as u on u.id = j.posted_by
        join public.companies as c on c.id = j.company_id
      where j.id = any ($1) and case when $2 then j.hidden_at is not null
        else exists (select from private.live_jobs as live where live.id = j.id) end
      order by j.ends_at, j.id`,
    values: [
      order.kind === 'job-ending' ? order.jobIds : [order.jobId],
      order.kind === 'job-hidden',
    ],
  });
  return rows;
}

/**
 * Queues an email about every posting that ends within five days, once for each end date. A posting that was up for no
 * longer than that needs no reminder. All of a poster's postings share one email, with at most one a day.
 */
export async function noticeEndingJobs(database: Database) {
  await database.asService.query({
    text: `with due as (
        insert into public.job_mails (job_id, kind, about)
        select id, 'job-ending', ends_at from private.live_jobs
        where ends_at <= now() + make_interval(days => $1)
          and ends_at > published_at + make_interval(days => $1)
          and posted_by not in (
            select written.posted_by from public.job_mails as m
            join public.jobs as written on written.id = m.job_id
            where m.kind = 'job-ending' and m.created_at > now() - interval '1 day')
        on conflict do nothing returning job_id
      )
      select queue.add('job-mail',
          json_build_object('kind', 'job-ending', 'jobIds', json_agg(job_id)))
        from due join public.jobs on id = job_id group by posted_by`,
    values: [daysOfNotice],
  });
}

/** Decides which landing pages of places and roles are indexed: see migration 0105. */
export async function keepLandings(database: Database) {
  await database.asService.query({ text: 'select private.keep_landings()' });
}

export async function cleanJobs(database: Database) {
  await database.asService.query({
    text: `update public.jobs set is_past = true
      where is_active and hidden_at is null and not is_past and ends_at <= now()`,
  });
  await database.asService.query({
    text: 'delete from public.job_click_marks where ends_at <= now()',
  });
  await database.asService.query({
    text: `delete from public.job_renewal_tokens
      where created_at < now() - make_interval(days => $1)`,
    values: [daysOfRenewalLink],
  });
  await database.asService.query({
    text: `delete from private.job_days where day < current_date - 7`,
  });
}

async function issueToken(session: Session, jobId: string): Promise<string> {
  const token = randomToken();
  await session.query({
    text: 'insert into public.job_renewal_tokens (token_hash, job_id) values ($1, $2)',
    values: [sha256(token), jobId],
  });
  return token;
}
