import { Action, Layout, Paragraph } from '../layout.tsx';
import type { TeamInvitationProps, Template } from '../template.ts';

const title = 'You are invited to a team';

export const teamInvitation: Template<TeamInvitationProps> = {
  subject: (brand, { company }) => `${title}: ${company} · ${brand.name}`,
  write: ({ brand, company, inviter, role, link }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because somebody who works for this company here invited this address."
    >
      <Paragraph>
        <strong dir="auto">{inviter}</strong> invites you to work for{' '}
        <strong dir="auto">{company}</strong> on this site. Your role would be{' '}
        <strong>{role}</strong>.
      </Paragraph>
      <Paragraph>
        Sign in to the account with this address, or create one, and accept. The link works for 14
        days.
      </Paragraph>
      <Action href={link}>See the invitation</Action>
      <Paragraph>
        If you did not expect this, do nothing: nobody can join in your name without this link.
      </Paragraph>
    </Layout>
  ),
};
