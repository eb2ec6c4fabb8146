import type { ReactNode } from 'react';
import type { Job } from '#domain/jobs/job-rows.ts';
import * as links from '#domain/site/links.ts';

type JobLineProps = {
  job: Pick<Job, 'id' | 'title' | 'location' | 'job_type'> & {
    /** Left out on the company's own page. */
    company?: string;
    /** The agency's client. */
    client?: string | null;
  };
  salary: string | null;
  /** What happened to it, if it is over. */
  mark?: ReactNode;
  /** The actions available here. */
  ways?: ReactNode;
};

/** A job in two lines, for lists outside the board. */
export function JobLine({ job, salary, mark, ways }: JobLineProps) {
  return (
    <li className="job-line">
      <div>
        <h3>
          <a href={links.job(job.id)}>
            <bdi>{job.title}</bdi>
          </a>{' '}
          {mark}
        </h3>
        <p>
          {job.company && (
            <>
              <bdi>{job.company}</bdi>,{' '}
            </>
          )}
          {job.client && (
            <>
              for <bdi>{job.client}</bdi>,{' '}
            </>
          )}
          <bdi>{job.location}</bdi>
          {/* Remote is both a job type and a place: say it once. */}
          {job.job_type !== job.location && (
            <>
              {'\u00a0· '}
              <span className="whitespace-nowrap">{job.job_type}</span>
            </>
          )}
          {salary && (
            <>
              {'\u00a0· '}
              <bdi>{salary}</bdi>
            </>
          )}
        </p>
      </div>
      {ways}
    </li>
  );
}
