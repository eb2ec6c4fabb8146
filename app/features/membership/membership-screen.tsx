import { type ReactNode, useState } from 'react';
import { membershipBenefits } from '#app/content/membership.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import * as links from '#domain/site/links.ts';
import { InvoiceList } from './invoice-list.tsx';
import { MembershipSpinner } from './membership-spinner.tsx';
import { readSeats } from './own-seats.ts';
import { SeatsCards } from './seats-card.tsx';
import { StatusCard } from './status-card.tsx';
import { mayBuy, useMembership } from './use-membership.ts';
import './membership.css';

type MembershipScreenProps = {
  /** Asked before somebody pays. */
  steps?: ReactNode;
  /** Whether that is unknown yet: appearing later, it would push down what somebody is about to press. */
  isWaiting?: boolean;
};

export function MembershipScreen({ steps, isWaiting }: MembershipScreenProps) {
  const { state, refresh } = useMembership();
  const [changes, setChanges] = useState(0);
  const isLoading = state.status === 'loading' || isWaiting;
  const isBuyer = state.status === 'known' && mayBuy(state);
  // Another tab, or the bank after a confirmation, may have changed it.
  const version =
    state.status === 'known'
      ? [state.subscribed, state.subscriptionEnd, state.seatOf, state.seats].join(' ')
      : '';
  const seats = useLoading(readSeats, { version, isWanted: !isLoading });
  if (isLoading) return <MembershipSpinner />;
  return (
    <div className="wrap membership">
      {isBuyer && steps}
      <StatusCard />
      <Card className="membership-card membership-benefits">
        <h2>Subscription Benefits</h2>
        <ul>
          {membershipBenefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
        {state.status === 'known' && state.subscribed && (
          <p className="actions">
            <ButtonLink href={links.browseCandidates}>Search candidates</ButtonLink>
            <ButtonLink variant="secondary" href={links.savedCandidates}>
              Saved candidates
            </ButtonLink>
          </p>
        )}
      </Card>
      <SeatsCards
        seats={seats}
        onChanged={() => {
          // Each purchase of seats has its own invoice.
          setChanges(changes + 1);
          void refresh();
        }}
      />
      <InvoiceList
        version={`${version} ${changes}`}
        isExpected={!isBuyer || state.hasHistory}
        isHeld={seats.state.kind === 'waiting'}
        canChange={state.status === 'known' && !isBuyer && !state.seatOf}
      />
    </div>
  );
}
