import { Button, ButtonLink } from '#app/ui/button.tsx';
import * as links from '#domain/site/links.ts';
import { useMembership } from './use-membership.ts';
import { usePaymentPages } from './use-payment-pages.ts';

/** A link to the customer portal for members. People with a seat have nothing to manage there. */
export function ManageButton() {
  const { state } = useMembership();
  const { opening, openPortal } = usePaymentPages(links.browseCandidates);
  if (state.status === 'known' && state.seatOf) {
    return (
      <ButtonLink variant="secondary" size="small" href={links.membership}>
        Your seat
      </ButtonLink>
    );
  }
  return (
    <Button variant="secondary" size="small" isBusy={opening === 'portal'} onClick={openPortal}>
      Manage Subscription
    </Button>
  );
}
