import { membershipWords } from '#app/content/membership.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Time } from '#app/ui/time.tsx';
import * as links from '#domain/site/links.ts';
import { RefreshButton } from './refresh-button.tsx';
import { type Membership, type MembershipState, mayBuy, useMembership } from './use-membership.ts';
import { usePaymentPages } from './use-payment-pages.ts';
import { WhyNone } from './why-none.tsx';

/** Whether the membership is running, until when, and what can be done about it. */
export function StatusCard() {
  const { state } = useMembership();
  return (
    <Card className="membership-card">
      <div className="membership-head">
        <h2>Subscription Status</h2>
        {state.status === 'known' && (
          <Badge tone={state.subscribed ? 'good' : 'plain'}>
            {state.subscribed ? 'Active' : 'Inactive'}
          </Badge>
        )}
      </div>
      {state.status === 'known' ? <Known membership={state} /> : <Unknown state={state} />}
    </Card>
  );
}

function Unknown({ state }: { state: MembershipState }) {
  const why = state.status === 'unknown' ? state.why : undefined;
  return (
    <>
      <p>{why ?? 'We could not read your status. Your membership itself is not affected.'}</p>
      <div className="actions">
        <RefreshButton label="Refresh Status" />
      </div>
    </>
  );
}

function Known({ membership }: { membership: Membership }) {
  const { opening, openCheckout, openPortal } = usePaymentPages(links.membership);
  const { subscribed, isPaymentOwed, isPaused, seatOf } = membership;
  const isBuyer = mayBuy(membership);
  if (seatOf) return <Seated company={seatOf} {...membership} />;
  return (
    <>
      {subscribed ? <End {...membership} /> : isBuyer && <Nothing />}
      {isPaymentOwed && <Owed isOpen={subscribed} />}
      {isPaused && <Paused />}
      {!subscribed && <WhyNone {...membership} />}
      <div className="actions">
        {isBuyer ? (
          <Button isBusy={opening === 'checkout'} onClick={openCheckout}>
            Subscribe Now
          </Button>
        ) : (
          <Button isBusy={opening === 'portal'} onClick={openPortal}>
            Manage Subscription
          </Button>
        )}
        {isBuyer && membership.hasHistory && (
          <PastButton isBusy={opening === 'portal'} onClick={openPortal} />
        )}
        <RefreshButton label="Refresh Status" />
      </div>
      {opening && (
        <p className="sr-only" role="status">
          The payment page opens in a new tab.
        </p>
      )}
    </>
  );
}

/** Somebody else pays: nothing to manage here except what is owed for a membership of one's own. */
function Seated({
  company,
  isPaymentOwed,
  hasHistory,
  isEnding,
  isSeatOwed,
  subscriptionEnd,
}: { company: string } & Membership) {
  const { opening, openPortal } = usePaymentPages(links.membership);
  const portal = { isBusy: opening === 'portal', onClick: openPortal };
  return (
    <>
      <p>
        You have a seat of the membership of <bdi>{company}</bdi>. It ends when the company takes it
        back, when you or whoever pays for it leaves, or with the membership.
      </p>
      {(isEnding || isSeatOwed) && subscriptionEnd && (
        <p>
          {isSeatOwed
            ? 'The last payment of that membership failed. Unless it is paid, access ends on '
            : 'That membership is cancelled and ends on '}
          <Time at={subscriptionEnd}>{new Date(subscriptionEnd).toLocaleDateString()}</Time>.
        </p>
      )}
      {isPaymentOwed && (
        <Notice tone="danger" title="The last payment of your own membership failed">
          It is charged in addition to the seat. Cancel it, or add another card, under Manage
          Subscription.
        </Notice>
      )}
      <div className="actions">
        {isPaymentOwed && <Button {...portal}>Manage Subscription</Button>}
        {!isPaymentOwed && hasHistory && <PastButton {...portal} />}
        <RefreshButton label="Refresh Status" />
      </div>
    </>
  );
}

/** The same portal for people who no longer have a subscription to manage. */
function PastButton(props: { isBusy: boolean; onClick(): void }) {
  return (
    <Button variant="secondary" {...props}>
      Cards and Invoices
    </Button>
  );
}

function Nothing() {
  return <p>{membershipWords().inactive}</p>;
}

function End({ subscriptionEnd, isEnding, isOver, isPaymentOwed, isUncharged }: Membership) {
  return (
    <>
      <p className="membership-end">
        <span>
          {isEnding || isPaymentOwed
            ? 'Ends on'
            : isUncharged
              ? 'This period ends on'
              : 'Renews on'}
        </span>{' '}
        {subscriptionEnd ? (
          <Time at={subscriptionEnd}>{new Date(subscriptionEnd).toLocaleDateString()}</Time>
        ) : (
          <b>N/A</b>
        )}
      </p>
      {isUncharged && !isEnding && !isPaymentOwed && (
        <p>
          Your payments are paused: nothing is charged until they are resumed, and you keep your
          access.
        </p>
      )}
      {/* An unpaid amount is still being collected. */}
      {isEnding && !isPaymentOwed && (
        <p>
          {isOver
            ? 'Your subscription was ended. You keep access until then, nothing more is charged, and you can subscribe again afterwards.'
            : 'Your subscription is cancelled. You keep access until then, nothing more is charged, and you can change your mind under Manage Subscription.'}
        </p>
      )}
    </>
  );
}

function Paused() {
  return (
    <Notice title="Your subscription is paused">
      Nothing is charged, and you have no access until it is resumed. Do that under Manage
      Subscription, or write to us.
    </Notice>
  );
}

function Owed({ isOpen }: { isOpen: boolean }) {
  return (
    <Notice tone="danger" title="The last payment failed">
      {isOpen
        ? 'You still have access for a few days. To keep it, pay the open invoice below, or add another card under Manage Subscription.'
        : 'Access is paused. To go on, pay the open invoice below, or add another card under Manage Subscription.'}
    </Notice>
  );
}
