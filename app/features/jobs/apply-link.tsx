import { classNames } from '#app/ui/class-names.ts';
import { NewTabIcon, newTab } from '#app/ui/link.tsx';
import * as links from '#domain/site/links.ts';

type ApplyLinkProps = {
  job: { id: string; title: string; application_url: string | null };
  look: string;
};

/** A real link, so that it works without script; the script only records that it was followed. */
export function ApplyLink({ job, look }: ApplyLinkProps) {
  if (job.application_url === null) {
    return (
      <a
        className={classNames('button', look)}
        href={links.applyForJob(job.id)}
        rel="nofollow"
        aria-label={`Apply Now: ${job.title}`}
      >
        Apply Now
      </a>
    );
  }
  return (
    <a
      className={classNames('button', look)}
      href={job.application_url}
      {...newTab}
      rel="noopener noreferrer nofollow"
      aria-label={`Apply Now: ${job.title}`}
      data-apply={job.id}
    >
      Apply Now
      <NewTabIcon />
    </a>
  );
}
