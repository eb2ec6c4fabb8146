import { Link } from '#app/ui/link.tsx';
import type { JobStatus } from '#domain/jobs/job-life.ts';
import { gapsOf } from '#domain/jobs/posting-gaps.ts';
import * as links from '#domain/site/links.ts';
import type { ListedJob } from './own-jobs.ts';

const missingFacts = {
  country: 'the country is missing',
  clash: 'the job type is Remote, but the workplace is not',
};

const helpfulFacts = {
  workplace: 'the workplace',
  city: 'the city',
  region: 'the state',
  pay: 'the pay in figures, from and to',
};

type SearchEngineNoteProps = { job: ListedJob; status: JobStatus };

/** Whether job search engines can show a job that is, or would be, on the board, and what they miss. */
export function SearchEngineNote({ job, status }: SearchEngineNoteProps) {
  if (status !== 'live' && status !== 'expired' && !job.waits_for_review) return null;
  const { missing, helpful } = gapsOf(job);
  const isWhole = missing.length === 0 && helpful.length === 0;
  return (
    <p className="own-job-small">
      {missing.length > 0
        ? `Job search engines cannot show it yet: ${inOne(missing.map((fact) => missingFacts[fact]))}.`
        : isWhole
          ? 'Complete for job search engines.'
          : `Ready for job search engines. Not stated: ${inOne(helpful.map((fact) => helpfulFacts[fact]))}.`}
      {!isWhole && job.may_change && (
        <>
          {' '}
          <Link href={links.editJob(job.id)}>
            {missing.length > 0 ? 'Fix it' : 'Add'}
            <span className="sr-only"> what is missing in {job.title}</span>
          </Link>
        </>
      )}
    </p>
  );
}

/** "the city, the state, and the workplace". Without Intl.ListFormat, which costs a slow phone 90 ms. */
function inOne(facts: string[]): string {
  const last = facts.at(-1) ?? '';
  const others = facts.slice(0, -1);
  if (others.length > 1) return `${others.join(', ')}, and ${last}`;
  return facts.join(' and ');
}
