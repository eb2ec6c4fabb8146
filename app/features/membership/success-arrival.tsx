import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from '#app/ui/toast.ts';
import { useMembership } from './use-membership.ts';

/** It may take a moment until a payment is known; until then, check again a few times. */
const waitMs = 6_000;
const mostTries = 4;

/** After payment, the payment service redirects people here with `success=true`. */
export function SuccessArrival() {
  const { state, refresh } = useMembership();
  const [params, setParams] = useSearchParams();
  const [triesLeft, setTriesLeft] = useState(0);
  const hasArrived = params.get('success') === 'true';
  const isReady = state.status !== 'loading';
  const isMember = state.status === 'known' && state.subscribed;

  // Synchronises with the address once: a reload must not say thank you again.
  useEffect(() => {
    if (!hasArrived || !isReady) return;
    setParams(withoutSuccess, { replace: true, preventScrollReset: true });
    toast({ title: 'Subscription successful!' });
    setTriesLeft(mostTries);
  }, [hasArrived, isReady, setParams]);

  // Synchronises with the payment service until it knows of the payment.
  useEffect(() => {
    if (triesLeft === 0 || (isMember && triesLeft < mostTries)) return;
    const wait = triesLeft === mostTries ? 0 : waitMs;
    const timer = setTimeout(async () => {
      await refresh();
      setTriesLeft(triesLeft - 1);
    }, wait);
    return () => clearTimeout(timer);
  }, [triesLeft, isMember, refresh]);

  return null;
}

function withoutSuccess(params: URLSearchParams): URLSearchParams {
  params.delete('success');
  return params;
}
