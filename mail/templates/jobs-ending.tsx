import { daysWithoutDeadline } from '#domain/jobs/job-life.ts';
import { asDay } from '../job-frame.tsx';
import { Action, Layout, Paragraph, TextLink } from '../layout.tsx';
import type { JobsEndingProps, Template } from '../template.ts';

/** How many get a link in the email; the page lists all. */
const mostListed = 50;

export const jobsEnding: Template<JobsEndingProps> = {
  subject: (brand, { jobs }) => `${titleOf(jobs)} · ${brand.name}`,
  write: ({ brand, jobs, action }) => (
    <Layout
      brand={brand}
      title={titleOf(jobs)}
      reason="You are receiving this email because you posted these jobs."
    >
      <Paragraph>
        Each stays until the end of the day beside it. If the position is still open, keep the job
        on the board for another {daysWithoutDeadline} days; its deadline, if it has one, is
        removed. If it is filled, there is nothing to do.
      </Paragraph>
      {jobs.slice(0, mostListed).map((job) => (
        <Paragraph key={job.action}>
          {/* People's own words may run from right to left. */}
          <strong dir="auto">{job.title}</strong>
          <br />
          <bdi>{job.company}</bdi>, until {asDay(job.endsAt)}
          <br />
          <TextLink href={job.action}>Renew for {daysWithoutDeadline} days</TextLink>
        </Paragraph>
      ))}
      {jobs.length > mostListed && (
        <Paragraph>{further(jobs.length - mostListed)} under My jobs.</Paragraph>
      )}
      <Action href={action}>Open My jobs</Action>
    </Layout>
  ),
};

function titleOf(jobs: unknown[]) {
  return `${jobs.length} of your jobs leave the board soon`;
}

const further = (count: number) => (count === 1 ? 'Another one is' : `The other ${count} are`);
