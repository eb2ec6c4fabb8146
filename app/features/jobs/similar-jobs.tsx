import { jobs as content } from '#app/content/jobs.ts';
import { Link } from '#app/ui/link.tsx';
import type { SimilarJob } from '#domain/jobs/job-rows.ts';
import * as links from '#domain/site/links.ts';
import { JobLine } from './job-line.tsx';
import { salaryOf } from './job-words.ts';

export function SimilarJobs({ jobs }: { jobs: SimilarJob[] }) {
  if (jobs.length === 0) return <AllJobs />;
  return (
    <section aria-labelledby="similar-title">
      <h2 id="similar-title">{content.page.similar}</h2>
      <ul className="job-lines">
        {jobs.map((job) => (
          <JobLine key={job.id} job={job} salary={salaryOf(job)} />
        ))}
      </ul>
      <AllJobs />
    </section>
  );
}

function AllJobs() {
  return (
    <p className="job-lines-foot">
      <Link href={links.jobs}>{content.page.allJobs}</Link>
    </p>
  );
}
