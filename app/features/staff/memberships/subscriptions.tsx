import { Badge } from '#app/ui/badge.tsx';
import { Notice } from '#app/ui/notice.tsx';
import {
  isCharged,
  membershipStatusWords,
  priceOf,
  type StripeSubscription,
  toneOf,
} from '#domain/staff/memberships.ts';
import { Part } from '../facts.tsx';
import { Moment } from '../moment.tsx';

type SubscriptionsProps = { subscriptions: readonly StripeSubscription[] };

/** Each from its first day on, so that a charge can be compared with the time of a cancellation. */
export function Subscriptions({ subscriptions }: SubscriptionsProps) {
  return (
    <Part title="Subscriptions at Stripe">
      {subscriptions.filter(isCharged).length > 1 && (
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
            <Badge tone={toneOf(each.status, isCharged(each))}>
              {membershipStatusWords[each.status] ?? each.status}
            </Badge>{' '}
            {priceOf(each)}
            <p>
              Begun: <Moment at={each.started_at} hasTime />. <Cancelled {...each} />{' '}
              <End {...each} />
            </p>
            {each.collection_paused && !each.ended_at && (
              <Paused until={each.collection_paused.until} />
            )}
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

function Paused({ until }: { until: string | null }) {
  return (
    <p>
      Nothing is charged: somebody paused the payments in Stripe’s dashboard,{' '}
      {until ? (
        <>
          until <Moment at={until} hasTime />
        </>
      ) : (
        'until they are resumed there'
      )}
      . The access goes on.
    </p>
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

function nameOfEnd({ ended_at, is_ending, status, collection_paused }: StripeSubscription): string {
  if (ended_at) return 'Ended';
  if (is_ending) return 'Ends';
  return status === 'active' && !collection_paused ? 'Next charge' : 'Period ends';
}
