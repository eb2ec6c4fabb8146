import { Action, Layout, Paragraph } from '../layout.tsx';
import type { StaffDigestProps, Template } from '../template.ts';

export const staffDigest: Template<StaffDigestProps> = {
  subject: (brand, { waits, figures }) =>
    `${waits.length > 0 ? `Waiting for you: ${waits[0]}` : `Yesterday: ${figures[0]}`} · ${brand.name}`,
  write: ({ brand, waits, figures }) => (
    <Layout
      brand={brand}
      title="The site since yesterday"
      reason="You are receiving this email because you help to run the site. You choose under Alarms whether it comes."
    >
      {waits.length > 0 && (
        <Paragraph>
          <strong>What waits</strong>
          <Lines lines={waits} />
        </Paragraph>
      )}
      {figures.length > 0 && (
        <Paragraph>
          <strong>The last day</strong>
          <Lines lines={figures} />
        </Paragraph>
      )}
      <Action href={`${brand.siteUrl}/staff`}>Open the site</Action>
    </Layout>
  ),
};

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line}>
      <br />
      {line}
    </span>
  ));
}
