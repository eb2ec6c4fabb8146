import { apiVersion } from './stripe-sandbox/facts.ts';

/**
 * Asks the payment service for what it has, without the SDK: each process asks by the clock what a membership
 * costs and what was paid, and would hold 30 MB for that.
 */
export function createReader(secretKey: string, origin: string, timeout: number) {
  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': apiVersion };
  return async <T>(path: string): Promise<T> => {
    const signal = AbortSignal.timeout(timeout);
    const answer = await fetch(`${origin}${path}`, { headers, signal }).catch((cause) => {
      throw new ReadFailure('The payment service did not answer', undefined, { cause });
    });
    if (answer.ok) return answer.json();
    throw new ReadFailure(
      `The payment service answered ${answer.status}: ${await answer.text()}`,
      answer.status,
    );
  };
}

/** Of the form of the SDK's own failures. */
class ReadFailure extends Error {
  readonly type = 'StripeReadFailure';
  readonly statusCode: number | undefined;
  constructor(message: string, statusCode: number | undefined, options?: ErrorOptions) {
    super(message, options);
    this.statusCode = statusCode;
  }
}
