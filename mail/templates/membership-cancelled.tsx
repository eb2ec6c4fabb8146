import { asDay } from '../job-frame.tsx';
import { Action, Layout, Paragraph } from '../layout.tsx';
import type { MembershipCancelledProps, Template } from '../template.ts';

const title = 'Your membership was cancelled';

export const membershipCancelled: Template<MembershipCancelledProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, until, link }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you had an employer membership on this site."
    >
      <Paragraph>
        {until
          ? `Our staff cancelled your employer membership. It will not renew, and nothing more will be charged. You keep your access until ${asDay(until.toISOString())}.`
          : 'Our staff ended your employer membership, and your access with it. Nothing more will be charged. You can still read what you and candidates wrote to each other.'}
      </Paragraph>
      <Paragraph>If you did not ask for this, write to us at {brand.email}.</Paragraph>
      <Action href={link}>See your membership</Action>
    </Layout>
  ),
};
