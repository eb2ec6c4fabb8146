import type { ServerFunction } from '../functions/context.ts';
import { requireBilling } from './buyer.ts';
import { receiveEvent } from './receive-event.ts';

/** Called by the payment service, which proves itself with its signature. */
export const stripeWebhook: ServerFunction = async (functions, { request }) => {
  await receiveEvent(requireBilling(functions), request);
  return { received: true };
};
