import { jobReportSchema } from '#domain/staff/report.ts';
import { clientOf } from '../client.ts';
import { ApiError } from '../errors.ts';
import { readBody, type ServerFunction } from '../functions/context.ts';

/** Reports a posting to staff. Who reported it is not stored. */
export const reportJob: ServerFunction = async ({ database, limits }, { request }) => {
  const { jobId, reason, note } = await readBody(request, jobReportSchema);
  await limits.take('report', clientOf(request).counted);
  const { rowCount } = await database.asService.query({
    name: 'report-job',
    text: `insert into public.job_reports (job_id, reason, note)
      select id, $2, $3 from private.jobs_with_page where id = $1`,
    values: [jobId, reason, note],
  });
  if (rowCount === 0) throw new ApiError('not_found', 'This job is no longer on the board.');
  return { reported: true };
};
