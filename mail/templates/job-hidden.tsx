import { Action, Layout, Paragraph } from '../layout.tsx';
import { Quote } from '../quote.tsx';
import type { JobHiddenProps, Template } from '../template.ts';

const title = 'Your job was taken off the board';

export const jobHidden: Template<JobHiddenProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, job, reason, action }) => (
    <Layout brand={brand} title={title} reason="You get this message because you posted this job.">
      <Paragraph>
        {/* People's own words, which may run from right to left. */}
        <strong dir="auto">{job.title}</strong>
        <br />
        <span dir="auto">{job.company}</span>
      </Paragraph>
      <Paragraph>
        Our staff looked at the posting and hid it. Nobody but you sees it now. The reason:
      </Paragraph>
      <Quote text={reason} />
      <Paragraph>
        If that can be put right, change the posting under My postings and write to us: we look at
        it again, and put it back. If you think that we are wrong, tell us why.
      </Paragraph>
      <Action href={action}>Open My postings</Action>
    </Layout>
  ),
};
