import { apiVersion } from './stripe-sandbox/facts.ts';

/**
 * Reads from the payment service without the SDK: every process asks regularly what a membership
 * costs and what was paid, and the SDK would take 30 MB for that.
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

/** Has the shape of the SDK's own errors. */
class ReadFailure extends Error {
  readonly type = 'StripeReadFailure';
  readonly statusCode: number | undefined;
  constructor(message: string, statusCode: number | undefined, options?: ErrorOptions) {
    super(message, options);
    this.statusCode = statusCode;
  }
}
