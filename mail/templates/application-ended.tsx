import { AppliedFor } from '../application-frame.tsx';
import { Action, Layout, Paragraph } from '../layout.tsx';
import type { ApplicationEndedProps, Template } from '../template.ts';

const title = 'A company that you applied to has left';

export const applicationEnded: Template<ApplicationEndedProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, title: job, company, action }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you applied for this job on our site."
    >
      <AppliedFor title={job} company={company} />
      <Paragraph>
        The company has ended its account here. Its postings are gone, and your application was
        deleted with them.
      </Paragraph>
      <Paragraph>No answer will come through our site, so do not wait for one.</Paragraph>
      <Action href={action}>See other jobs</Action>
    </Layout>
  ),
};
