import { jobQuestions } from '#domain/applications/job-question-schemas.ts';
import type { JobQuestion } from '#domain/applications/job-questions.ts';
import type { JobField } from './job-values.ts';

/** The value of a form field, as people read it. */
export function inWords(field: JobField, value: string): string {
  if (field === 'applies_here') return value === 'true' ? 'On this site' : 'On your own site';
  if (field !== 'questions') return value;
  const parsed = jobQuestions.safeParse(value);
  return parsed.success ? parsed.data.map(say).join('\n') : value;
}

function say({ question, options, wanted }: JobQuestion): string {
  return [
    question,
    options.length > 0 && `(${options.join(', ')})`,
    wanted.length > 0 && `Needed: ${wanted.join(' or ')}`,
  ]
    .filter(Boolean)
    .join(' ');
}
