import { z } from 'zod';
import type { Session } from '#database/database.ts';
import { daysOfRenewalLink } from '#domain/jobs/job-life.ts';
import { clientOf } from '../client.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';
import { sha256 } from '../secrets.ts';

const bodySchema = z.object({
  token: z.string().min(1).max(200),
  /** Only describes what the link is about. */
  peek: z.boolean().optional(),
});

type Renewable = {
  id: string;
  title: string;
  company: string;
  is_active: boolean;
  ends_at: string;
  used_at: string | null;
};

/** The link in the email before a posting ends: it renews that one posting by sixty days. */
export const renewJob: ServerFunction = async ({ database, limits }, { request }) => {
  const { token, peek = false } = await readBody(request, bodySchema);
  await limits.take('renewal', clientOf(request).counted);
  return database.asService.transaction(async (session) => {
    const job = await findByToken(session, sha256(token));
    if (!job) {
      throw new ApiError('not_found', 'This link is no longer valid. Sign in to renew the job.');
    }
    if (!job.is_active) throw new ApiError('job_closed');
    // Pressing it twice renews it once.
    const ends_at = peek || job.used_at ? job.ends_at : await renew(session, job.id, sha256(token));
    const { id, title, company } = job;
    return { id, title, company, ends_at, is_renewed: !peek || job.used_at !== null };
  });
};

async function findByToken(session: Session, hash: string): Promise<Renewable | undefined> {
  const { rows } = await session.query<Renewable>({
    text: `select j.id, j.title, j.company, j.is_active, j.ends_at, t.used_at
      from public.job_renewal_tokens as t join private.jobs_with_page as j on j.id = t.job_id
      where t.token_hash = $1 and t.created_at > now() - make_interval(days => $2)
        -- Whoever only looks at the postings of a company changes none by an old mail either.
        and exists (select from public.jobs as p
          join public.company_members as m on m.company_id = p.company_id and m.user_id = p.posted_by
          where p.id = j.id and m.role <> 'viewer')
      for update`,
    values: [hash, daysOfRenewalLink],
  });
  return rows[0];
}

/** A deadline that has passed is removed: without one, the posting stays up for sixty days. */
async function renew(session: Session, id: string, hash: string): Promise<string> {
  await session.query({
    text: 'update public.job_renewal_tokens set used_at = now() where token_hash = $1',
    values: [hash],
  });
  const { rows } = await session.query<{ ends_at: string }>({
    text: `update public.jobs set published_at = now(), application_deadline = null
      where id = $1 returning ends_at`,
    values: [id],
  });
  return rows[0]?.ends_at ?? '';
}
