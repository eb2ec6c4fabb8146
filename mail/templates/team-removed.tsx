import { Action, Layout, Paragraph } from '../layout.tsx';
import type { TeamRemovedProps, Template } from '../template.ts';

const title = 'You no longer work for a company here';

export const teamRemoved: Template<TeamRemovedProps> = {
  subject: (brand, { company }) => `You were removed from ${company} · ${brand.name}`,
  write: ({ brand, company, person, pays, link }) => (
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
      {pays && (
        <Paragraph>
          Your own membership goes on, with all the seats that you pay for, until you cancel it
          under Membership.
        </Paragraph>
      )}
      <Action href={link}>{pays ? 'See your membership' : 'Open the site'}</Action>
    </Layout>
  ),
};
