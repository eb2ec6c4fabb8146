import { requireFullSession } from '../auth/sessions/require-session.ts';
import { ApiError } from '../errors.ts';
import type { FunctionCall, Functions } from '../functions/context.ts';
import type { Billing } from './context.ts';

/** What the screens show without a session, including after the session has ended. */
export const withoutSession = {
  'create-checkout': 'Please sign in to subscribe',
  'customer-portal': 'No active session',
  'check-subscription': 'No active session',
  'list-invoices': 'No active session',
  'change-seats': 'No active session',
} as const;

/** The person who calls one of these functions. */
export async function requireBuyer(
  functions: Functions,
  { caller }: FunctionCall,
  name: keyof typeof withoutSession,
) {
  const { account } = await requireFullSession(functions, { caller }).catch((error) => {
    const isMissing = error instanceof ApiError && missing.has(error.code);
    throw isMissing ? new ApiError(error.code, withoutSession[name]) : error;
  });
  return account;
}

const missing = new Set<string>([
  'no_authorization',
  'session_not_found',
  'user_not_found',
  'bad_jwt',
]);

export function requireBilling({ billing }: Functions): Billing {
  if (!billing) throw new ApiError('payments_off');
  return billing;
}

/** For calls that always reach the payment service, whose rate limits apply to the whole site. */
export async function requireBillingFor(
  { id }: { id: string },
  functions: Functions,
): Promise<Billing> {
  const billing = requireBilling(functions);
  await functions.limits.take('paymentPage', id);
  return billing;
}
