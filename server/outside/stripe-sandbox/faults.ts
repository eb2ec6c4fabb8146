/**
 * Faults that a test can inject. No request can reach them: they are passed in when the sandbox
 * starts.
 */
export type Faults = {
  /** How long every API response takes. */
  slowMs: number;
  /**
   * What the API answers instead of doing its work, and for which calls (all, if none are named).
   */
  status: 400 | 401 | 403 | 429 | 500 | undefined;
  /** Does the work and then drops the connection. */
  dies: boolean;
  only: RegExp | undefined;
  /** Sends no webhooks to the site. */
  webhooksDown: boolean;
};

export function noFaults(): Faults {
  return { slowMs: 0, status: undefined, dies: false, only: undefined, webhooksDown: false };
}

export const faultMessages = {
  400: { type: 'invalid_request_error', message: 'The request was refused for a test.' },
  401: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****' },
  403: {
    type: 'invalid_request_error',
    message: 'The provided key does not have the required permissions for this endpoint.',
  },
  429: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' },
  500: { type: 'api_error', message: 'An unexpected error occurred.' },
} as const;
