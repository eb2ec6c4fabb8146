import { isbot } from 'isbot';
import { z } from 'zod';
import type { Database } from '#database/database.ts';
import { clientOf } from '../client.ts';
import { ApiError } from '../errors.ts';
import {
  type FunctionCall,
  type Functions,
  readBody,
  type ServerFunction,
} from '../functions/context.ts';
import { hmac } from '../secrets.ts';

const bodySchema = z.object({
  jobId: z.string().max(100),
  // The page on which the click was made. Part of the agreed payload, but not stored.
  referrer: z.string().max(2_000).optional(),
});

/**
 * Counts a click on Apply, once per person and posting in half an hour, and never for robots. The answer reveals
 * neither whether it counted nor whether the job exists.
 */
export const trackJobClick: ServerFunction = async (functions, call) => {
  const { jobId } = await readBody(call.request, bodySchema);
  const agent = call.request.headers.get('user-agent');
  if (!agent || isbot(agent) || !z.uuid().safeParse(jobId).success) return {};
  if (await mayCount(functions, call)) {
    const now = Date.now();
    const [mark, earlier] = [now, now - halfAnHour].map((at) =>
      markOf(functions, call, jobId, new Date(at)),
    );
    await countClick(functions.database, [jobId, mark, earlier]);
  }
  return {};
};

async function mayCount({ limits }: Functions, { request }: FunctionCall): Promise<boolean> {
  try {
    await limits.take('click', clientOf(request).counted);
    return true;
  } catch (refusal) {
    if (refusal instanceof ApiError) return false;
    throw refusal;
  }
}

const halfAnHour = 30 * 60_000;

/** The same for the same person and job on a given day. It cannot be traced back to either. */
function markOf(
  { pepper }: Functions,
  { request, caller }: FunctionCall,
  jobId: string,
  at: Date,
): string {
  const { counted, agent } = clientOf(request);
  const keyOfDay = hmac(pepper, `clicks of ${at.toISOString().slice(0, 10)}`);
  const { sub } = caller.claims;
  return hmac(keyOfDay, [jobId, typeof sub === 'string' ? sub : `${counted} ${agent}`].join(' '));
}

/** Just after midnight, the person may have left a mark under the day before. */
async function countClick(database: Database, values: (string | undefined)[]) {
  await database.asService.query({
    name: 'count-job-click',
    text: `with job as (
        select id from private.live_jobs
        where id = $1
          and not exists (
            select from public.job_click_marks as left_before
            where left_before.mark = $3 and left_before.ends_at > now())
      ), marked as (
        insert into public.job_click_marks as known (mark, ends_at)
        select $2, now() + interval '30 minutes' from job
        on conflict (mark) do update set ends_at = excluded.ends_at where known.ends_at <= now()
        returning 1
      )
      insert into public.job_activity as known (job_id, day, apply_clicks)
      select job.id, (now() at time zone 'UTC')::date, 1 from job, marked
      on conflict (job_id, day) do update set apply_clicks = known.apply_clicks + 1`,
    values,
  });
}
