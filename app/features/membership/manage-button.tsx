import { Button } from '#app/ui/button.tsx';
import { usePaymentPages } from './use-payment-pages.ts';

/** The way to the customer portal for those who are members. */
export function ManageButton() {
  const { opening, openPortal } = usePaymentPages('/browse-candidates');
  return (
    <Button variant="secondary" size="small" isBusy={opening === 'portal'} onClick={openPortal}>
      Manage Subscription
    </Button>
  );
}
