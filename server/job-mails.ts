import { randomToken, sha256 } from '#api/auth/secrets.ts';
import type { JobTasks } from '#api/functions/context.ts';
import type { Database, Session } from '#database/database.ts';
import { daysOfNotice } from '#domain/job-life.ts';
import type { JobMail } from '#mail/mail.ts';

type Row = { id: string; title: string; company: string; ends_at: Date; poster: string | null };

/** Reads the posting, and makes the link, at the moment of sending; nothing when it is over by then. */
export async function writeJobMail(
  database: Database,
  task: JobTasks['job-mail'],
  siteUrl: string,
): Promise<JobMail | undefined> {
  return database.transaction(async (session) => {
    const { rows } = await session.query<Row>({
      text: `select j.id, j.title, j.company, j.ends_at, u.email as poster
        from public.jobs as j join auth.users as u on u.id = j.posted_by
        where j.id = $1 and j.is_active and j.hidden_at is null and j.ends_at > now()
          and j.posted_by not in (select private.banned_people())`,
      values: [task.jobId],
    });
    const [row] = rows;
    const to = task.kind === 'job-posted' ? task.to : row?.poster;
    if (!row || !to) return undefined;
    return {
      kind: task.kind,
      to,
      job: { title: row.title, company: row.company, endsAt: row.ends_at.toISOString() },
      page: `${siteUrl}/job/${row.id}`,
      action:
        task.kind === 'job-posted'
          ? `${siteUrl}/my-jobs`
          : `${siteUrl}/job/renew?token=${await issueToken(session, row.id)}`,
    };
  });
}

/**
 * Asks for a mail about every posting that ends within five days: once for each end. To one that was
 * posted for no more than those it would say nothing new.
 */
export async function noticeEndingJobs(database: Database) {
  await database.query({
    text: `with due as (
        insert into public.job_mails (job_id, kind, about)
        select id, 'job-ending', ends_at from public.jobs
        where is_active and hidden_at is null and not is_past
          and posted_by not in (select private.banned_people())
          and ends_at > now() and ends_at <= now() + make_interval(days => $1)
          and ends_at > published_at + make_interval(days => $1)
        on conflict do nothing returning job_id
      )
      select queue.add('job-mail', json_build_object('kind', 'job-ending', 'jobId', job_id)) from due`,
    values: [daysOfNotice],
  });
}

export async function cleanJobs(database: Database) {
  await database.query({
    text: `update public.jobs set is_past = true
      where is_active and hidden_at is null and not is_past and ends_at <= now()`,
  });
  await database.query({ text: 'delete from public.job_click_marks where ends_at <= now()' });
  await database.query({
    text: `delete from public.job_renewal_tokens where created_at < now() - interval '30 days'`,
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
