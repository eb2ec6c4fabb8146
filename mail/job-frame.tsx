import type { ReactNode } from 'react';
import { Action, Layout, Paragraph, TextLink } from './layout.tsx';
import type { Brand, JobMailProps, Template } from './template.ts';

/** The frame of emails about a job: what it is about, a button, and the job. */
export function jobFrame(words: {
  title: string;
  explain: (props: JobMailProps & { brand: Brand }) => ReactNode;
  button: string;
  note: ReactNode;
  reason: string;
}): Template<JobMailProps> {
  return {
    subject: (brand) => `${words.title} · ${brand.name}`,
    write: (props) => (
      <Layout brand={props.brand} title={words.title} reason={words.reason}>
        <Paragraph>
          {/* People's own words may run from right to left. */}
          <strong dir="auto">{props.job.title}</strong>
          <br />
          <span dir="auto">{props.job.company}</span>
        </Paragraph>
        <Paragraph>{words.explain(props)}</Paragraph>
        <Action href={props.action}>{words.button}</Action>
        <Paragraph>
          {words.note} <TextLink href={props.page}>{props.page}</TextLink>
        </Paragraph>
      </Layout>
    ),
  };
}

/** A day has ended everywhere when it ends at UTC−12. Created once, as in notice.tsx. */
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Etc/GMT+12' });

export const asDay = (at: string): string => days.format(new Date(Date.parse(at) - 1));
