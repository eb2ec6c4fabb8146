import { z } from 'zod';
import { requireSession } from '../auth/require-session.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from './context.ts';

const bodySchema = z.object({
  email: z.string().trim().toLowerCase().max(255),
  // What it says of the job only finds it; the mail is written from the posting itself.
  jobDetails: z.object({
    id: z.uuid().optional(),
    title: z.string().trim().max(400).optional(),
  }),
});

/**
 * Confirms a posting by mail: only one that the caller made within the hour, only to its contact or to
 * the caller, and once. So nobody can have mail with their words sent to whomever they like.
 */
export const sendJobConfirmation: ServerFunction = async (functions, { request, caller }) => {
  const { email, jobDetails } = await readBody(request, bodySchema);
  const { account } = await requireSession(functions, { caller });
  await functions.limits.takeConfirmation(account.id);
  return functions.database.transaction(async (session) => {
    const { rows } = await session.query<{ id: string; contact_email: string }>({
      text: `select id, lower(contact_email) as contact_email from public.jobs
        where posted_by = $1 and created_at > now() - interval '1 hour' and hidden_at is null
          and ($2::uuid is null or id = $2) and ($3::text is null or title = $3)
        order by created_at desc limit 1`,
      values: [account.id, jobDetails.id ?? null, jobDetails.title ?? null],
    });
    const [job] = rows;
    if (!job) throw new ApiError('not_found', 'You have posted no such job within the last hour.');
    if (email !== job.contact_email && email !== account.email?.toLowerCase()) {
      throw new ApiError(
        'invalid_input',
        'email: Only the contact of the job, or you, can get it.',
      );
    }
    const { rowCount } = await session.query({
      text: `insert into public.job_mails (job_id, kind, about)
        select id, 'job-posted', created_at from public.jobs where id = $1 on conflict do nothing`,
      values: [job.id],
    });
    if (rowCount > 0) {
      const mail = { kind: 'job-posted', jobId: job.id, to: email } as const;
      await functions.queue.add(session, 'job-mail', mail);
    }
    return { sent: rowCount > 0 };
  });
};
