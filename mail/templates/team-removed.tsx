import { Action, Layout, Paragraph } from '../layout.tsx';
import type { TeamNewsProps, Template } from '../template.ts';

const title = 'You no longer work for a company here';

export const teamRemoved: Template<TeamNewsProps> = {
  subject: (brand, { company }) => `You were removed from ${company} · ${brand.name}`,
  write: ({ brand, company, person, link }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you worked for this company on this site."
    >
      <Paragraph>
        <strong dir="auto">{person}</strong> has removed you from{' '}
        <strong dir="auto">{company}</strong>. Its jobs, applications and shared conversations are
        no longer open to you. Your account, and conversations that you began before you joined,
        stay yours.
      </Paragraph>
      <Action href={link}>Open the site</Action>
    </Layout>
  ),
};
