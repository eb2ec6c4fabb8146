import { Action, Layout, Paragraph } from '../layout.tsx';
import { Quote } from '../quote.tsx';
import type { JobHiddenProps, Template } from '../template.ts';

const title = 'Your job was taken off the board';

export const jobHidden: Template<JobHiddenProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, job, reason, action }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you posted this job."
    >
      <Paragraph>
        {/* People's own words may run from right to left. */}
        <strong dir="auto">{job.title}</strong>
        <br />
        <span dir="auto">{job.company}</span>
      </Paragraph>
      <Paragraph>
        Our staff looked at the job and hid it. Nobody but you sees it now. The reason:
      </Paragraph>
      <Quote text={reason} />
      <Paragraph>
        If that can be put right, change the job under My jobs and write to us: we will look at it
        again and put it back. If you think that we are wrong, tell us why.
      </Paragraph>
      <Action href={action}>Open My jobs</Action>
    </Layout>
  ),
};
