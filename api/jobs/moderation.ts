import type { Database, Session } from '#database/database.ts';
import { queue } from '../queue.ts';

export type ReportedJob = {
  id: string;
  title: string;
  company: string;
  posted_by: string;
  hidden_at: Date | null;
  reports: { reason: string; note: string | null; created_at: string }[];
};

/** Postings that staff should look at: hidden ones, and those with open reports. Most reports first. */
export async function listReportedJobs(database: Database): Promise<ReportedJob[]> {
  const { rows } = await database.asService.query<ReportedJob>({
    text: `select j.id, j.title, j.company, j.posted_by, j.hidden_at,
        coalesce(json_agg(json_build_object('reason', r.reason, 'note', r.note,
          'created_at', r.created_at) order by r.created_at desc) filter (where r.id is not null), '[]')
          as reports
      from public.jobs as j
      left join public.job_reports as r on r.job_id = j.id and r.handled_at is null
      where j.hidden_at is not null or r.id is not null
      group by j.id order by count(r.id) desc, j.created_at desc limit 200`,
  });
  return rows;
}

export type KeptEvidence = {
  kind: 'job' | 'conversation';
  subject_id: string;
  people: { id: string; email: string | null; phone: string | null; name: string | null }[];
  content: Record<string, unknown>;
  reports: { reason: string; note?: string | null; created_at: string }[];
  kept_at: Date;
  ends_at: Date;
};

/** What was reported and has since been deleted, newest first. */
export async function listEvidence(database: Database): Promise<KeptEvidence[]> {
  return database.asService.transaction(async (session) => {
    const { rows } = await session.query<KeptEvidence>({
      text: `select kind, subject_id, people, content, reports, kept_at,
          kept_at + private.evidence_time() as ends_at
        from private.kept_evidence where kept_at > now() - private.evidence_time()
        order by kept_at desc, id limit 200`,
    });
    await note(session, 'look-evidence', { kind: 'list', id: 'evidence' }, null, {
      rows: rows.length,
    });
    return rows;
  });
}

export async function cleanEvidence(database: Database) {
  await database.asService.query({ text: 'select private.clean_evidence()' });
}

/** Takes a posting off the board and tells its poster why; its reports are closed. */
export async function hideJob(
  database: Database,
  id: string,
  reason: string,
): Promise<{ title: string; isNew: boolean } | undefined> {
  return database.asService.transaction(async (session) => {
    const { rows } = await session.query<{ title: string; was_hidden: boolean }>({
      text: `update public.jobs as j set hidden_at = coalesce(j.hidden_at, now())
        from (select id, hidden_at is not null as was_hidden from public.jobs
          where id = $1 for update) as before
        where j.id = before.id returning j.title, before.was_hidden`,
      values: [id],
    });
    const [job] = rows;
    if (!job) return undefined;
    await closeReports(session, id, true, reason);
    // Hiding it again tells the poster nothing new.
    if (!job.was_hidden)
      await queue.add(session, 'job-mail', { kind: 'job-hidden', jobId: id, reason });
    return { title: job.title, isNew: !job.was_hidden };
  });
}

/** Puts a posting back on the board; its reports are closed as well. */
export async function releaseJob(database: Database, id: string): Promise<string | undefined> {
  return database.asService.transaction(async (session) => {
    const { rows } = await session.query<{ title: string }>({
      text: 'update public.jobs set hidden_at = null where id = $1 returning title',
      values: [id],
    });
    await closeReports(session, id, false);
    return rows[0]?.title;
  });
}

/** Also decides its case in the review queue. */
async function closeReports(session: Session, jobId: string, hides: boolean, reason?: string) {
  await session.query({
    text: 'select staff.note_decision_on_job($1, $2, $3)',
    values: [jobId, hides, reason ?? null],
  });
  await session.query({
    text: 'update public.job_reports set handled_at = now() where job_id = $1 and handled_at is null',
    values: [jobId],
  });
}

/** For a member who has used up a year's changes; like every change, it takes effect the next day. */
export async function setEmployer(
  database: Database,
  email: string,
  company: string,
): Promise<Date | undefined> {
  return database.asService.transaction(async (session) => {
    const { rows } = await session.query<{ user_id: string; before: string | null; from: Date }>({
      text: `with before as (
          select a.id, (select company from public.employers where user_id = a.id) as company
          from private.accounts as a where a.email = lower($1))
        insert into public.employers as e (user_id, company) select id, $2 from before
        on conflict (user_id) do update set company = excluded.company
        returning user_id, (select company from before) as before, in_effect_at as from`,
      values: [email.trim(), company],
    });
    const [changed] = rows;
    if (!changed) return undefined;
    const { user_id: id, before, from } = changed;
    await note(
      session,
      'set-employer',
      { kind: 'person', id },
      { company: before },
      { company, from },
    );
    return from;
  });
}

/** Logs what a command did in the staff log. */
async function note(
  session: Session,
  act: string,
  subject: { kind: string; id: string },
  before: object | null,
  after: object,
) {
  await session.query({
    text: 'select staff.note_command($1, $2, $3, $4, $5)',
    values: [
      act,
      subject.kind,
      subject.id,
      before && JSON.stringify(before),
      JSON.stringify(after),
    ],
  });
}
