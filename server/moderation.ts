import type { Database } from '#database/database.ts';

export type ReportedJob = {
  id: string;
  title: string;
  company: string;
  posted_by: string;
  hidden_at: Date | null;
  reports: { reason: string; note: string | null; created_at: string }[];
};

/** Postings that staff should look at: reported and not handled yet, or hidden. Most reports first. */
export async function listReportedJobs(database: Database): Promise<ReportedJob[]> {
  const { rows } = await database.query<ReportedJob>({
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
  kind: 'posting' | 'conversation';
  subject_id: string;
  people: { id: string; email: string | null; phone: string | null; name: string | null }[];
  content: Record<string, unknown>;
  reports: { reason: string; note?: string | null; created_at: string }[];
  kept_at: Date;
  ends_at: Date;
};

/** How long what was reported is kept after its posting or its account is gone. */
const evidenceDays = 90;

/** What was reported and is gone since; the newest first. */
export async function listEvidence(database: Database): Promise<KeptEvidence[]> {
  const { rows } = await database.query<KeptEvidence>({
    text: `select kind, subject_id, people, content, reports, kept_at,
        kept_at + make_interval(days => $1) as ends_at
      from private.kept_evidence where kept_at > now() - make_interval(days => $1)
      order by kept_at desc, id limit 200`,
    values: [evidenceDays],
  });
  return rows;
}

export async function cleanEvidence(database: Database) {
  await database.query({
    text: `delete from private.kept_evidence where kept_at <= now() - make_interval(days => $1)`,
    values: [evidenceDays],
  });
}

/** Takes a posting off the board, or puts it back; either way its reports are handled. */
export async function setHidden(database: Database, id: string, isHidden: boolean) {
  return database.transaction(async (session) => {
    const { rows } = await session.query<{ title: string }>({
      text: `update public.jobs set hidden_at = case when $2 then coalesce(hidden_at, now()) end
        where id = $1 returning title`,
      values: [id, isHidden],
    });
    await session.query({
      text: 'update public.job_reports set handled_at = now() where job_id = $1 and handled_at is null',
      values: [id],
    });
    return rows[0]?.title;
  });
}
