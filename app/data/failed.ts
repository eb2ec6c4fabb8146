import { data } from 'react-router';

/** What an API answers when it will answer again soon: too many ask at once, or the data is away. */
export function isPassing(status: number | undefined): status is 429 | 503 | 504 {
  return status === 429 || status === 503 || status === 504;
}

/** The status of a page that could not be made, so that browsers and robots come again. */
export function statusOfFailure(status: number | undefined): number {
  if (!isPassing(status)) return 500;
  return status === 429 ? 429 : 503;
}

/**
 * Ends a loader or an action whose data could not be had: calmly where it will be there again soon. What is counted over
 * minutes answers 429 as well; the pages that ask for such see to it themselves.
 */
export function fail({ error, status }: { error: unknown; status?: number }): never {
  if (!isPassing(status)) throw error;
  throw data(null, { status: statusOfFailure(status), headers: { 'retry-after': '2' } });
}
