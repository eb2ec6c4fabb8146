import { WrittenOnce } from '#app/site-parts/written-once.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Time } from '#app/ui/time.tsx';
import { hostOf } from '#domain/jobs/job-facts.ts';
import type { ListedJob } from '#domain/jobs/job-rows.ts';
import * as links from '#domain/site/links.ts';
import { ApplyLink } from './apply-link.tsx';
import { dateOf, salaryOf, shortDateOf, workplaceOf } from './job-words.ts';
import { SaveButton } from './save-button.tsx';

/**
 * One job on the board: what decides whether to read on, and its links. It appears in many lists and is rendered once
 * for all of them.
 */
export function JobRow({ job }: { job: ListedJob }) {
  return (
    <WrittenOnce as="li" name={`job ${JSON.stringify(job)}`} className="job-row">
      <RowOf job={job} />
    </WrittenOnce>
  );
}

function RowOf({ job }: { job: ListedJob }) {
  const salary = salaryOf(job);
  const workplace = workplaceOf(job);
  return (
    <>
      <div className="job-row-words">
        <h3>
          <a href={links.job(job.id)}>
            <bdi>{job.title}</bdi>
          </a>
        </h3>
        <p className="job-row-company">
          <bdi>{job.company}</bdi>, <bdi>{job.location}</bdi>
        </p>
        <ul className="job-row-facts" aria-label="Facts">
          {job.is_featured && (
            <li>
              <Badge tone="warm">Featured</Badge>
            </li>
          )}
          <li>
            <Badge tone="accent">{job.job_type}</Badge>
          </li>
          {workplace && workplace !== job.job_type && <li>{workplace}</li>}
          {salary && (
            <li className="job-row-salary">
              <bdi>{salary}</bdi>
            </li>
          )}
        </ul>
        <p className="job-row-text" dir="auto">
          {job.description}
        </p>
        <p className="job-row-times">
          {job.application_deadline && (
            <span>
              apply by{' '}
              <Time at={job.application_deadline}>{shortDateOf(job.application_deadline)}</Time>
            </span>
          )}{' '}
          <span>
            {job.application_url === null ? (
              'apply here'
            ) : (
              <>
                at <bdi>{hostOf(job.application_url)}</bdi>
              </>
            )}
          </span>{' '}
          {/* The page is cached for hours, so the script adds how long ago that was, without taking more room. */}
          <span>
            posted{' '}
            <Time at={job.created_at} data-posted>
              {dateOf(job.created_at)}
            </Time>
          </span>
        </p>
      </div>
      <div className="job-row-ways">
        <ButtonLink
          variant="secondary"
          size="small"
          href={links.job(job.id)}
          aria-label={`View Details: ${job.title}`}
        >
          View Details
        </ButtonLink>
        <ApplyLink job={job} look="button-quiet button-small" />
        <SaveButton job={job} look="button-small" />
      </div>
    </>
  );
}
