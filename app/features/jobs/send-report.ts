import { jobs } from '#app/content/jobs.ts';
import { askForVisitor } from '#app/data/ask-for-visitor.ts';
import type { DataClient } from '#app/data/data.server.ts';
import { jobReportSchema } from '#domain/staff/report.ts';
import type { ReportAnswer } from './report-form.tsx';

const words = jobs.report;

/** Passes the page's form on; what was filled in comes back with a refusal. */
export async function sendReport(
  client: DataClient,
  request: Request,
  jobId: string,
): Promise<{ answer: ReportAnswer; status: number }> {
  const form = await request.formData();
  const given = { reason: textOf(form, 'reason'), note: textOf(form, 'note') };
  const refuse = (message: string, status: number, field?: 'reason' | 'note') => ({
    answer: { kind: 'refused' as const, message, ...given, ...(field && { field }) },
    status,
  });
  const parsed = jobReportSchema.safeParse({ jobId, ...given });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path[0] === 'note' ? 'note' : 'reason';
    return refuse(issue?.message ?? words.noReason, 422, field);
  }
  const { error, status = 500 } = await askForVisitor(client, request, 'report-job', parsed.data);
  if (!error) return { answer: { kind: 'sent' }, status: 200 };
  return status === 429 ? refuse(words.tooMany, 429) : refuse(words.failed, status);
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.slice(0, 10_000) : '';
}
