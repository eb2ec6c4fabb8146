import { z } from 'zod';
import { requireSession } from '../auth/sessions/require-session.ts';
import { ApiError } from '../errors.ts';
import { type Functions, readBody, type ServerFunction } from '../functions/context.ts';
import { queue } from '../queue.ts';

const bodySchema = z.object({
  email: z.string().trim().toLowerCase().max(255),
  // What it says of the job only finds it; the mail is written from the posting itself.
  jobDetails: z.object({
    id: z.uuid().optional(),
    title: z.string().trim().max(400).optional(),
  }),
});

type Posted = {
  id: string;
  contact_email: string;
  is_confirmed: boolean;
  may_write_to_others: boolean;
};

/**
 * Confirms a posting by mail: only one that the caller made within the hour, only to its contact or to
 * the caller, and once. So nobody can have mail with their words sent to whomever they like. Until the
 * caller's own address is confirmed, that address gets it in the contact's place, a few times a day; a
 * contact who is not the caller gets a few an hour, however many postings name them.
 */
export const sendJobConfirmation: ServerFunction = async (functions, { request, caller }) => {
  const { email, jobDetails } = await readBody(request, bodySchema);
  const { account } = await requireSession(functions, { caller });
  await functions.limits.take('confirmation', account.id);
  const { rows } = await functions.database.asService.query<Posted>({
    text: `select id, lower(contact_email) as contact_email, exists (select from public.job_mails
        where job_id = id and kind = 'job-posted') as is_confirmed,
        auth.has_proved_mailbox(posted_by) as may_write_to_others
      from public.jobs
      where posted_by = $1 and created_at > now() - interval '1 hour' and hidden_at is null
        and ($2::uuid is null or id = $2) and ($3::text is null or title = $3)
      order by created_at desc limit 1`,
    values: [account.id, jobDetails.id ?? null, jobDetails.title ?? null],
  });
  const [job] = rows;
  if (!job) throw new ApiError('not_found', 'You have posted no such job within the last hour.');
  const own = account.email?.toLowerCase();
  if (email !== job.contact_email && email !== own) {
    throw new ApiError('invalid_input', 'email: Only the contact of the job, or you, can get it.');
  }
  if (job.is_confirmed) return { sent: false };
  const to = job.may_write_to_others ? email : own;
  if (!to || !(await mayWriteTo(functions, to, own, job))) return { sent: false };
  return { sent: await send(functions, job.id, to) };
};

async function mayWriteTo(
  { limits }: Functions,
  to: string,
  own: string | undefined,
  { may_write_to_others }: Posted,
): Promise<boolean> {
  try {
    if (!may_write_to_others) await limits.take('confirmationToUnproved', to);
    else if (to !== own) await limits.take('confirmationTo', to);
    return true;
  } catch (refusal) {
    if (refusal instanceof ApiError) return false;
    throw refusal;
  }
}

async function send({ database }: Functions, jobId: string, to: string): Promise<boolean> {
  return database.asService.transaction(async (session) => {
    const { rowCount } = await session.query({
      text: `insert into public.job_mails (job_id, kind, about)
        select id, 'job-posted', created_at from public.jobs where id = $1 on conflict do nothing`,
      values: [jobId],
    });
    if (rowCount > 0) await queue.add(session, 'job-mail', { kind: 'job-posted', jobId, to });
    return rowCount > 0;
  });
}
