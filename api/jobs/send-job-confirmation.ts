import { z } from 'zod';
import { requireSession } from '../auth/sessions/require-session.ts';
import { ApiError } from '../errors.ts';
import { type Functions, readBody, type ServerFunction } from '../functions/context.ts';

const bodySchema = z.object({
  email: z.string().trim().toLowerCase().max(255),
  // The details are only used to find the job; the email is written from the posting itself.
  jobDetails: z.object({
    id: z.uuid().optional(),
    title: z.string().trim().max(400).optional(),
  }),
});

type Posted = {
  id: string;
  contact_email: string;
  own_email: string | null;
  may_write_to_others: boolean;
  is_confirmed: boolean;
};

/**
 * Confirms a posting by mail: only one that the caller created within the last hour, only to its contact or to the
 * caller, and only once. So nobody can send email with their own words to arbitrary people. Until the caller's own
 * address is confirmed, the email goes there instead of to the contact, a few times a day; a contact other than the
 * caller gets a few an hour, however many postings name them.
 */
export const sendJobConfirmation: ServerFunction = async (functions, { request, caller }) => {
  const { account } = await requireSession(functions, { caller });
  const { email, jobDetails } = await readBody(request, bodySchema);
  await functions.limits.take('confirmation', account.id);
  const { rows } = await functions.database.askAs<Posted>(caller, {
    text: 'select * from private.job_to_confirm($1, $2)',
    values: [jobDetails.id ?? null, jobDetails.title ?? null],
  });
  const [job] = rows;
  if (!job) throw new ApiError('not_found', 'You have posted no such job within the last hour.');
  if (email !== job.contact_email && email !== job.own_email) {
    throw new ApiError('invalid_input', 'email: Only the contact of the job, or you, can get it.');
  }
  if (job.is_confirmed) return { sent: false };
  const to = job.may_write_to_others ? email : job.own_email;
  if (!to || !(await mayWriteTo(functions, to, job))) return { sent: false };
  const { rows: ordered } = await functions.database.askAs<{ sent: boolean }>(caller, {
    text: 'select private.confirm_job($1, $2) as sent',
    values: [job.id, to],
  });
  return { sent: ordered[0]?.sent ?? false };
};

async function mayWriteTo(
  { limits }: Functions,
  to: string,
  { own_email, may_write_to_others }: Posted,
): Promise<boolean> {
  try {
    if (!may_write_to_others) await limits.take('confirmationToUnproved', to);
    else if (to !== own_email) await limits.take('confirmationTo', to);
    return true;
  } catch (refusal) {
    if (refusal instanceof ApiError) return false;
    throw refusal;
  }
}
