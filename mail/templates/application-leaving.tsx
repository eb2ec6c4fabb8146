import { asDay } from '../job-frame.tsx';
import { Action, Layout, Paragraph } from '../layout.tsx';
import { Quote } from '../quote.tsx';
import type { ApplicationLeavingProps, Template } from '../template.ts';

const title = 'An applicant has deleted what they sent you';

export const applicationLeaving: Template<ApplicationLeavingProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, company, names, leavesAt, action }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you work with the applications of this company."
    >
      <Paragraph>
        <strong dir="auto">{company}</strong>
      </Paragraph>
      <Quote text={names.join('\n')} />
      <Paragraph>
        You still have it until {asDay(leavesAt)}. Then the application, the resume and the notes on
        it are deleted here.
      </Paragraph>
      <Paragraph>
        The law may ask you to keep such records: employers in the United States with 15 or more
        employees keep applications for one year from the making of the record or the decision (29
        CFR 1602.14), and longer once a charge is filed. Save what you must keep before that day.
        This is not legal advice.
      </Paragraph>
      <Action href={action}>Open My jobs</Action>
    </Layout>
  ),
};
