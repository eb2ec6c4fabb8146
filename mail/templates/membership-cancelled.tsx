import { asDay } from '../job-frame.tsx';
import { Action, Layout, Paragraph } from '../layout.tsx';
import type { MembershipCancelledProps, Template } from '../template.ts';
import { whatIsCharged } from '../what-is-charged.ts';

const title = 'Your membership was cancelled';

export const membershipCancelled: Template<MembershipCancelledProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, link, ...props }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you had an employer membership on this site."
    >
      <Paragraph>{whatHappened(props)}</Paragraph>
      <Paragraph>If you did not ask for this, write to us at {brand.email}.</Paragraph>
      <Action href={link}>See your membership</Action>
    </Layout>
  ),
};

function whatHappened({
  isAtEnd,
  until,
  isOwed,
}: Pick<MembershipCancelledProps, 'isAtEnd' | 'until' | 'isOwed'>): string {
  if (!isAtEnd) {
    return 'Our staff ended your employer membership, and your access with it. Nothing more will be charged. You can still read what you and candidates wrote to each other.';
  }
  const access = until
    ? `You keep your access until ${asDay(until.toISOString())}.`
    : 'It no longer gives access.';
  return `Our staff cancelled your employer membership. It will not renew. ${whatIsCharged(isOwed)} ${access}`;
}
