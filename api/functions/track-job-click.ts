import { isbot } from 'isbot';
import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { clientOf } from '../auth/client.ts';
import { hmac } from '../auth/secrets.ts';
import { ApiError } from '../errors.ts';
import { type FunctionCall, type Functions, readBody, type ServerFunction } from './context.ts';

const bodySchema = z.object({
  jobId: z.string().max(100),
  // The page the click was made on. It is sent as agreed and not kept.
  referrer: z.string().max(2_000).optional(),
});

/**
 * Counts a click on Apply: of one person on one posting once in half an hour, robots never. Whether it
 * counted is not said, and neither is whether there is such a job.
 */
export const trackJobClick: ServerFunction = async (functions, call) => {
  const { jobId } = await readBody(call.request, bodySchema);
  const agent = call.request.headers.get('user-agent');
  if (!agent || isbot(agent) || !z.uuid().safeParse(jobId).success) return {};
  if (await mayCount(functions, call)) {
    await countClick(functions.database, jobId, markOf(functions, call, jobId));
  }
  return {};
};

async function mayCount({ limits }: Functions, { request }: FunctionCall): Promise<boolean> {
  try {
    await limits.takeClick(clientOf(request).counted);
    return true;
  } catch (refusal) {
    if (refusal instanceof ApiError) return false;
    throw refusal;
  }
}

/** The same for the same person and job today. From it nobody finds back to either. */
function markOf({ pepper }: Functions, { request, caller }: FunctionCall, jobId: string): string {
  const { counted, agent } = clientOf(request);
  const keyOfDay = hmac(pepper, `clicks of ${new Date().toISOString().slice(0, 10)}`);
  const { sub } = caller.claims;
  return hmac(keyOfDay, [jobId, typeof sub === 'string' ? sub : `${counted} ${agent}`].join(' '));
}

async function countClick(database: Database, jobId: string, mark: string) {
  await database.query({
    name: 'count-job-click',
    text: `with job as (
        select id from public.jobs
        where id = $1 and is_active and hidden_at is null and ends_at > now()
      ), marked as (
        insert into public.job_click_marks as known (mark, ends_at)
        select $2, now() + interval '30 minutes' from job
        on conflict (mark) do update set ends_at = excluded.ends_at where known.ends_at <= now()
        returning 1
      )
      insert into public.job_activity as known (job_id, day, apply_clicks)
      select job.id, (now() at time zone 'UTC')::date, 1 from job, marked
      on conflict (job_id, day) do update set apply_clicks = known.apply_clicks + 1`,
    values: [jobId, mark],
  });
}
