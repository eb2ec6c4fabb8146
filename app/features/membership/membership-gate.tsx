import { type ReactNode, useState } from 'react';
import { membershipBenefits, membershipWords } from '#app/content/membership.ts';
import { wasMember } from '#app/shell/session-state.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { membershipPrice, priceInWords } from '#domain/membership/price.ts';
import * as links from '#domain/site/links.ts';
import { MembershipSpinner } from './membership-spinner.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { SeatHint } from './seat-hint.tsx';
import { mayBuy, useMembership } from './use-membership.ts';
import { usePaymentPages } from './use-payment-pages.ts';
import { WhyNone } from './why-none.tsx';
import './membership.css';

type MembershipGateProps = {
  /** Asked before somebody pays. */
  steps?: ReactNode;
  children: ReactNode;
};

/** What members see, or how to become one. Row-level security enforces the same. */
export function MembershipGate({ steps, children }: MembershipGateProps) {
  const { state } = useMembership();
  const isMember = state.status === 'known' && state.subscribed;
  const [wasOpen, setWasOpen] = useState(false);
  if (isMember && !wasOpen) setWasOpen(true);
  const price = priceInWords(membershipPrice());
  const isLoading = state.status === 'loading';
  if (isLoading && !wasMember()) return <MembershipSpinner />;
  // Mounted behind the spinner, so that it already sends its requests; they return nothing if the membership is over.
  if (isLoading || isMember) {
    return (
      <>
        {isLoading && <MembershipSpinner />}
        <div hidden={isLoading}>{children}</div>
      </>
    );
  }
  return (
    <section className="wrap gate" aria-labelledby="gate">
      <div className="gate-words">
        <h2 id="gate">Talent Search Access Required</h2>
        <p className="lede">{membershipWords().gate}</p>
        {state.status === 'unknown' && (
          <Notice tone="danger" title="We could not read your status">
            {state.why ?? 'If you are a member, refresh it before you subscribe.'}
          </Notice>
        )}
        {state.status === 'known' && state.isPaymentOwed && (
          <Notice tone="danger" title="The last payment failed">
            Pay it on <Link href={links.membership}>your membership page</Link> to go on.
          </Notice>
        )}
        {state.status === 'known' && state.isPaused && (
          <Notice title="Your subscription is paused">
            <Link href={links.membership}>Your membership page</Link> says how to resume it.
          </Notice>
        )}
        {state.status === 'known' && <WhyNone {...state} />}
        {wasOpen && (
          <p>
            Your access ended while this page was open. If you had begun a message, it is kept in
            this browser, and there again when you write to that candidate as a member.
          </p>
        )}
        <p className="gate-price">
          <b>{price.amount}</b> {price.per}. Cancel anytime.
        </p>
        {state.status === 'known' && mayBuy(state) && steps}
        <GateActions isBuyer={state.status !== 'known' || mayBuy(state)} />
        <SeatHint />
      </div>
      <div className="gate-benefits">
        <h3>{membershipWords().includes}</h3>
        <ul>
          {membershipBenefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function GateActions({ isBuyer }: { isBuyer: boolean }) {
  const { opening, openCheckout, openPortal } = usePaymentPages(links.browseCandidates);
  return (
    <div className="actions">
      {isBuyer ? (
        <Button size="large" isBusy={opening === 'checkout'} onClick={openCheckout}>
          Subscribe
        </Button>
      ) : (
        <Button size="large" isBusy={opening === 'portal'} onClick={openPortal}>
          Manage Subscription
        </Button>
      )}
      <RefreshButton variant="quiet" label="Already subscribed? Refresh status" />
    </div>
  );
}
