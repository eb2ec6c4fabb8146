import { Paragraph } from './layout.tsx';

/** The job that somebody applied for, in people's own words, which may run from right to left. */
export function AppliedFor({ title, company }: { title: string; company: string }) {
  return (
    <Paragraph>
      <strong dir="auto">{title}</strong>
      <br />
      <span dir="auto">{company}</span>
    </Paragraph>
  );
}
