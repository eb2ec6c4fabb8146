import { ApiError } from '../errors.ts';

type StripeFailure = Error & {
  type: string;
  statusCode?: number;
  code?: string;
  decline_code?: string;
};

/** There was no response, so the request may or may not have been executed. */
export function isUnreachable(error: unknown): boolean {
  return isStripeFailure(error) && (error.statusCode === undefined || error.statusCode === 409);
}

/** Runs a call to the payment service; a failure becomes a message that says what to do. */
export async function atStripe<T>(
  fallback: string,
  work: () => Promise<T>,
  report: (error: unknown) => void,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStripeFailure(error)) throw error;
    const status = error.statusCode ?? 503;
    if (status >= 500 || status === 429 || status === 409) {
      throw new ApiError('payments_unreachable', undefined, undefined, { retryAfter: 60 });
    }
    // The setup is wrong, which the person cannot fix, so the owner must hear of it.
    report(error);
    throw new ApiError('payments_refused', fallback);
  }
}

/** Deleted there, or from another Stripe account, as after changing keys. */
export function isMissingCustomer(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'resource_missing' &&
    'param' in error &&
    error.param === 'customer'
  );
}

/** The object in the request's path does not exist: deleted, or from another Stripe account. */
export function isNotThere(error: unknown): boolean {
  return isStripeFailure(error) && error.statusCode === 404 && error.code === 'resource_missing';
}

/** Recognized by its shape, so that the SDK need not be loaded. */
export function isStripeFailure(error: unknown): error is StripeFailure {
  return (
    error instanceof Error &&
    'type' in error &&
    typeof error.type === 'string' &&
    error.type.startsWith('Stripe')
  );
}
