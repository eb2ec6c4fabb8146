import { Button } from '#app/ui/button.tsx';
import * as links from '#domain/links.ts';
import { usePaymentPages } from './use-payment-pages.ts';

/** The way to the customer portal for those who are members. */
export function ManageButton() {
  const { opening, openPortal } = usePaymentPages(links.browseCandidates);
  return (
    <Button variant="secondary" size="small" isBusy={opening === 'portal'} onClick={openPortal}>
      Manage Subscription
    </Button>
  );
}
