import type { ShownJob } from '#domain/jobs/job-rows.ts';

const longest = 155;

/** For search engines and previews: where it is, then how the description begins. */
export function describeJob({ job_type, company, location, description }: ShownJob): string {
  const text = `${job_type} at ${company}, ${location}. ${description.replace(/\s+/g, ' ')}`;
  const letters = [...text];
  if (letters.length <= longest) return text;
  return `${letters
    .slice(0, longest - 1)
    .join('')
    .replace(/\s+\S*$/, '')}…`;
}
