import { Action, Layout, Paragraph } from '../layout.tsx';
import type { StaffInvitationProps, Template } from '../template.ts';

const title = 'You are asked to help run the site';

export const staffInvitation: Template<StaffInvitationProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, role, link }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because somebody who runs the site asked this address."
    >
      <Paragraph>
        Your role would be <strong>{role}</strong>. Sign in with the account with this address, or
        make one, and accept. The link works for seven days.
      </Paragraph>
      <Paragraph>
        You need a second step of sign-in, an authenticator app or a passkey. It must be shown after
        today’s appointment, and again when you come back after an hour.
      </Paragraph>
      <Action href={link}>Sign in and accept</Action>
      <Paragraph>
        If you did not expect this, do nothing: without the link nobody takes the role.
      </Paragraph>
    </Layout>
  ),
};
