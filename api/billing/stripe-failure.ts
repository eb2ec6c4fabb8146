import { ApiError } from '../errors.ts';

type StripeFailure = Error & {
  type: string;
  statusCode?: number;
  code?: string;
  decline_code?: string;
};

/** No answer came: what was asked for may have been done or not. */
export function isUnreachable(error: unknown): boolean {
  return isStripeFailure(error) && (error.statusCode === undefined || error.statusCode === 409);
}

/** Does what needs the payment service; a failure of it becomes a sentence that says what to do. */
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
    // Something in the setup is wrong, which the person cannot mend and the owner must hear of.
    report(error);
    throw new ApiError('payments_refused', fallback);
  }
}

/** Deleted over there, or of another account, as after a change of keys. */
export function isMissingCustomer(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'resource_missing' &&
    'param' in error &&
    error.param === 'customer'
  );
}

/** What the path of the request names is not there: deleted, or of another account. */
export function isNotThere(error: unknown): boolean {
  return isStripeFailure(error) && error.statusCode === 404 && error.code === 'resource_missing';
}

/** Told by its form, so that the SDK need not be loaded to know. */
export function isStripeFailure(error: unknown): error is StripeFailure {
  return (
    error instanceof Error &&
    'type' in error &&
    typeof error.type === 'string' &&
    error.type.startsWith('Stripe')
  );
}
