import { asDay } from '../job-frame.tsx';
import { Action, Layout, Paragraph } from '../layout.tsx';
import { asMoment } from '../notice.tsx';
import type { MembershipChangedProps, Template } from '../template.ts';
import { whatIsCharged } from '../what-is-charged.ts';

const titles = {
  ends: 'Your membership will not renew',
  ended: 'Your membership has ended',
  renews: 'Your membership renews again',
} as const satisfies Record<MembershipChangedProps['what'], string>;

export const membershipChanged: Template<MembershipChangedProps> = {
  subject: (brand, { what }) => `${titles[what]} · ${brand.name}`,
  write: ({ brand, what, link, until, ...props }) => (
    <Layout
      brand={brand}
      title={titles[what]}
      reason="You are receiving this email because you have, or had, an employer membership on this site."
    >
      <Paragraph>{whatHappened({ what, until, ...props })}</Paragraph>
      {what !== 'renews' && (
        <Paragraph>
          Keep this email as your proof. If you change your mind,{' '}
          {what === 'ends'
            ? `you can keep the membership${until ? ' until that day' : ''}, under Manage Subscription.`
            : 'you can subscribe again.'}
        </Paragraph>
      )}
      <Paragraph>If you did not ask for this, write to us at {brand.email}.</Paragraph>
      <Action href={link}>See your membership</Action>
    </Layout>
  ),
};

function whatHappened({
  what,
  heardAt,
  until,
  isOwed,
}: Pick<MembershipChangedProps, 'what' | 'heardAt' | 'until' | 'isOwed'>): string {
  const heard = asMoment(heardAt.toISOString());
  if (what === 'renews') {
    const next = until && !isOwed ? ` The next charge is on ${asMoment(until.toISOString())}.` : '';
    return `Your employer membership had been set to end. We heard on ${heard} that it renews again.${next}`;
  }
  const did =
    what === 'ends'
      ? `We heard of your cancellation on ${heard}. Your employer membership will not renew.`
      : `We heard on ${heard} that your employer membership has ended.`;
  return `${did} ${whatIsCharged(isOwed)} ${access(what, until)}`;
}

function access(what: 'ends' | 'ended', until: Date | null): string {
  if (until) return `You keep your access until ${asDay(until.toISOString())}.`;
  return what === 'ends'
    ? 'It no longer gives access.'
    : 'Your access has ended with it. You can still read what you and candidates wrote to each other.';
}
