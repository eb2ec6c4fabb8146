import { Badge } from '#app/ui/badge.tsx';
import { Notice } from '#app/ui/notice.tsx';
import {
  doesRenew,
  membershipStatusWords,
  priceOf,
  type StripeSubscription,
} from '#domain/staff/memberships.ts';
import { Part } from '../facts.tsx';
import { Moment } from '../moment.tsx';

type SubscriptionsProps = { subscriptions: readonly StripeSubscription[] };

/** Each from its first day on, so that a charge can be held against the moment in which somebody cancelled. */
export function Subscriptions({ subscriptions }: SubscriptionsProps) {
  return (
    <Part title="Subscriptions at Stripe">
      {subscriptions.filter(doesRenew).length > 1 && (
        <Notice tone="danger" title="They are charged for more than one">
          <p>
            Cancel all but one in Stripe’s dashboard, and refund below what was charged for the
            others.
          </p>
        </Notice>
      )}
      {subscriptions.length === 0 && <p>None</p>}
      <ul className="staff-lines">
        {subscriptions.map((each) => (
          <li key={each.id}>
            <Badge tone={doesRenew(each) ? 'good' : 'plain'}>
              {membershipStatusWords[each.status] ?? each.status}
            </Badge>{' '}
            {priceOf(each)}
            <p>
              Begun: <Moment at={each.started_at} hasTime />. <Cancelled {...each} />{' '}
              <End {...each} />
            </p>
            {each.why && (
              <p>
                Why: <bdi>{each.why}</bdi>
              </p>
            )}
            <span className="staff-quiet">
              <code>{each.id}</code>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Cancelled({ cancelled_at: at }: StripeSubscription) {
  if (!at) return 'Nobody has cancelled it.';
  return (
    <>
      Cancelled: <Moment at={at} hasTime />.
    </>
  );
}

function End(subscription: StripeSubscription) {
  const at = subscription.ended_at ?? subscription.current_period_end;
  if (!at) return null;
  return (
    <>
      {nameOfEnd(subscription)}: <Moment at={at} hasTime />.
    </>
  );
}

function nameOfEnd({ ended_at, is_ending, status }: StripeSubscription): string {
  if (ended_at) return 'Ended';
  if (is_ending) return 'Ends';
  return status === 'active' ? 'Next charge' : 'Period ends';
}
