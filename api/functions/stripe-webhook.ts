import { receiveEvent } from '../billing/receive-event.ts';
import { requireBilling } from './buyer.ts';
import type { ServerFunction } from './context.ts';

/** Called by the payment service itself; its signature says so. */
export const stripeWebhook: ServerFunction = async (functions, { request }) => {
  await receiveEvent(requireBilling(functions), request);
  return { received: true };
};
