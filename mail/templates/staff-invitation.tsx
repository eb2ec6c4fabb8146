import { Action, Layout, Paragraph } from '../layout.tsx';
import type { StaffInvitationProps, Template } from '../template.ts';

const title = 'You are invited to help run the site';

export const staffInvitation: Template<StaffInvitationProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, role, link }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because somebody who runs the site invited this address."
    >
      <Paragraph>
        Your role would be <strong>{role}</strong>. Sign in to the account with this address, or
        create one, and accept. The link works for seven days.
      </Paragraph>
      <Paragraph>
        You need a second step for signing in: an authenticator app or a passkey. It must be shown
        once after this invitation, and again whenever you come back after an hour.
      </Paragraph>
      <Action href={link}>Sign in and accept</Action>
      <Paragraph>
        If you did not expect this, do nothing: nobody can take the role without this link.
      </Paragraph>
    </Layout>
  ),
};
