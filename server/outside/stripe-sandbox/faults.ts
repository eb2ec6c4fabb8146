/** What a test can make go wrong. No request reaches this: it is handed over where the sandbox starts. */
export type Faults = {
  /** How long every answer of the API takes. */
  slowMs: number;
  /** What the API answers instead of working, and to which calls; all when none are named. */
  status: 400 | 401 | 403 | 429 | 500 | undefined;
  /** Does the work and then breaks the connection off. */
  dies: boolean;
  only: RegExp | undefined;
  /** Nothing is told to the site. */
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
