import type { DataClient } from '#app/data/data.server.ts';
import { type JobQuestion, readQuestions } from '#domain/applications/job-questions.ts';
import { type SeenPosting, seenColumns } from '#domain/applications/seen-posting.ts';

/** What the application page says about its posting. */
export type JobToApply = SeenPosting & { id: string; questions: JobQuestion[] };

export type Applying =
  | { kind: 'open'; job: JobToApply }
  /** The posting takes applications on the employer's own site. */
  | { kind: 'elsewhere'; id: string }
  | { kind: 'over' };

export async function readJobToApply(client: Pick<DataClient, 'from'>, id: string) {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id))
    return { found: { kind: 'over' } as Applying };
  const { data, error, status } = await client
    .from('jobs')
    .select(`id, ${seenColumns}, applies_here, questions`)
    .eq('id', id)
    .eq('is_active', true)
    .maybeSingle();
  if (error) return { error, status };
  return { found: tell(data) };
}

type Row = SeenPosting & { id: string; applies_here: boolean; questions: unknown };

function tell(row: Row | null): Applying {
  if (!row) return { kind: 'over' };
  const { applies_here, questions, ...job } = row;
  if (!applies_here) return { kind: 'elsewhere', id: job.id };
  return { kind: 'open', job: { ...job, questions: readQuestions(questions) } };
}
