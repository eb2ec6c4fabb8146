import { jobs } from '#app/content/jobs.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Lines } from '#app/ui/lines.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { JobCompany, JobPage, JobWay, SimilarJob } from '#domain/jobs/job-rows.ts';
import * as links from '#domain/site/links.ts';
import { ApplyLink } from './apply-link.tsx';
import { ContactCard } from './contact-card.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobWays } from './job-ways.tsx';
import { workplaceOf } from './job-words.ts';
import { type ReportAnswer, ReportForm } from './report-form.tsx';
import { SimilarJobs } from './similar-jobs.tsx';

const words = jobs.page;

type JobViewProps = {
  page: Exclude<JobPage, { status: 'missing' | 'removed' }>;
  similar: SimilarJob[];
  ways: JobWay[];
  /** The company that posted it. */
  company: JobCompany | undefined;
  address: string;
  report: ReportAnswer | undefined;
};

/** A whole job. One that is over keeps its text and loses the ways to apply. */
export function JobView({ page, similar, ways, company, address, report }: JobViewProps) {
  const { job, status } = page;
  const workplace = workplaceOf(job);
  return (
    <>
      <PageHeader
        breadcrumb={<Breadcrumb trail={[{ label: 'Jobs', href: links.jobs }]} here={job.title} />}
        eyebrow={
          <span className="job-badges">
            <Badge tone="accent">{job.job_type}</Badge>
            {workplace && workplace !== job.job_type && <Badge>{workplace}</Badge>}
          </span>
        }
        title={<bdi className="job-title">{job.title}</bdi>}
        intro={
          <span className="job-title">
            <bdi>{job.company}</bdi>
            {company?.client && (
              <>
                {' '}
                for <bdi>{company.client}</bdi>
              </>
            )}
            , <bdi>{job.location}</bdi>
          </span>
        }
        actions={
          status !== 'live' && (
            <Notice title={jobs.over[status].title}>{jobs.over[status].text}</Notice>
          )
        }
      />
      <div className="wrap job-page">
        <JobFacts page={page} company={company} address={address} />
        <article className="job-texts">
          <JobText title={words.about} text={job.description} />
          <JobText title={words.requirements} text={job.requirements} />
          <JobText title={words.benefits} text={job.benefits} />
          {status === 'live' && (
            <p>
              <ApplyLink job={page.job} look="button-large" />
            </p>
          )}
        </article>
        {status === 'live' && <ContactCard job={page.job} />}
      </div>
      <div className="wrap job-after" data-print="none">
        <SimilarJobs jobs={similar} />
        <JobWays ways={ways} />
        {/* Also if the job left the board while somebody was reporting it: they still learn the outcome. */}
        {(status === 'live' || report) && <ReportForm jobId={job.id} answer={report} />}
      </div>
    </>
  );
}

function JobText({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <section>
      <h2>{title}</h2>
      <p dir="auto">
        <Lines text={text} />
      </p>
    </section>
  );
}
