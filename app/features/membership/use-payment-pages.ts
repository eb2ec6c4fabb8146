import { useState } from 'react';
import { callFunction } from '#app/data/call-function.ts';
import { useAuth } from '#app/session/use-auth.ts';
import { toastError } from '#app/ui/toast.ts';
import type * as links from '#domain/site/links.ts';
import { openInNewTab } from './open-in-new-tab.ts';

type Page = 'checkout' | 'portal';

const pages = {
  checkout: {
    name: 'create-checkout',
    withoutSession: 'Please sign in to subscribe',
    fallback: 'Failed to create checkout session',
  },
  portal: {
    name: 'customer-portal',
    withoutSession: 'No active session',
    fallback: 'Failed to open customer portal',
  },
} as const;

/** The two pages of the payment service, each in a new tab. */
export function usePaymentPages(from: typeof links.membership | typeof links.browseCandidates) {
  const { session } = useAuth();
  const [opening, setOpening] = useState<Page>();

  async function open(page: Page) {
    const { name, withoutSession, fallback } = pages[page];
    if (!session) return tellError(withoutSession);
    setOpening(page);
    const body = page === 'checkout' ? { from } : {};
    const failure = await openInNewTab(() => callFunction(name, body, fallback)).catch(() => ({
      message: fallback,
    }));
    setOpening(undefined);
    if (failure) tellError(failure.message);
  }

  return {
    opening,
    openCheckout: () => open('checkout'),
    openPortal: () => open('portal'),
  };
}

function tellError(description: string) {
  toastError(description);
}
