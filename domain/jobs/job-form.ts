import * as z from 'zod/mini';
import { deadline, jobSchema } from './job.ts';
import { jobSentences } from './job-facts.ts';
import { endsAt } from './job-life.ts';

/** The rules of a job, and one that depends on today: a new deadline must not be over already. */
export function jobFormSchema(storedDeadline: string) {
  return jobSchema.check(
    z.refine(({ application_deadline }) => !isOver(application_deadline, storedDeadline), {
      error: jobSentences.deadlineIsOver,
      path: ['application_deadline'],
    }),
  );
}

/** A new deadline alone, for a job that is reposted. */
export const deadlineSchema = z.object({
  application_deadline: deadline.check(
    z.refine((value) => !isOver(value, ''), jobSentences.deadlineIsOver),
  ),
});

function isOver(deadline: string | null, stored: string): boolean {
  if (!deadline || deadline === stored) return false;
  return endsAt({ application_deadline: deadline, published_at: '' }) <= new Date();
}
