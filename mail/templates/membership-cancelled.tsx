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
          ? `Our staff cancelled your employer membership. You keep your access until ${asDay(until)}. It does not renew, and nothing more is charged.`
          : 'Our staff ended your employer membership, and your access with it. Nothing more is charged. What you wrote to candidates stays to be read.'}
      </Paragraph>
      <Paragraph>If you did not ask for this, write to us.</Paragraph>
      <Action href={link}>See your membership</Action>
    </Layout>
  ),
};

function asDay(date: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
