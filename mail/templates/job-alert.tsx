import { AlertFoot, rhythmWords } from '../alert-foot.tsx';
import { countedOrMore } from '../counted-or-more.ts';
import { Action, Layout, Paragraph, TextLink } from '../layout.tsx';
import type { JobAlertProps, Template } from '../template.ts';

export const jobAlert: Template<JobAlertProps> = {
  subject: (brand, props) => `${titleOf(props)} · ${brand.name}`,
  write: ({ brand, ...props }) => {
    const { jobs, link, manageLink, stopLink, rhythm, search } = props;
    return (
      <Layout
        brand={brand}
        title={titleOf(props)}
        reason={`You are receiving this email because you saved an alert on our job board. It comes ${rhythmWords[rhythm]}.`}
      >
        {search && (
          <Paragraph>
            Your search: <bdi>{search}</bdi>
          </Paragraph>
        )}
        {jobs.map((job) => (
          <Paragraph key={job.link}>
            {/* People's own words may run from right to left. */}
            <TextLink href={job.link}>
              <strong dir="auto">{job.title}</strong>
            </TextLink>
            <br />
            <bdi>{job.company}</bdi>, <bdi>{job.place}</bdi>
            <br />
            {job.facts.join('\u00a0· ')}
            {job.why && (
              <>
                <br />
                Fits you: <bdi>{job.why}</bdi>
              </>
            )}
          </Paragraph>
        ))}
        <Action href={link}>{wayOn(props)}</Action>
        <AlertFoot manageLink={manageLink} stopLink={stopLink} />
      </Layout>
    );
  },
};

function titleOf(props: Pick<JobAlertProps, 'total' | 'mayBeMore' | 'search'>): string {
  return props.search === undefined
    ? countedOrMore(props, 'new job that fits you', 'new jobs that fit you')
    : countedOrMore(props, 'new job for your alert', 'new jobs for your alert');
}

/** An alert that follows a profile links to the page of alerts, which lists what fits. */
function wayOn({ jobs, total, search }: JobAlertProps): string {
  if (search === undefined) return 'See what fits you now';
  return total > jobs.length ? 'See the others on the job board' : 'Open the job board';
}
