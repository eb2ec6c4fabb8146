import { data } from 'react-router';

/** What an API answers when it expects to be back soon: it is overloaded, or the database is away. */
export function isPassing(status: number | undefined): status is 429 | 503 | 504 {
  return status === 429 || status === 503 || status === 504;
}

/** The status of a page that could not be rendered, so that browsers and robots retry. */
export function statusOfFailure(status: number | undefined): number {
  if (!isPassing(status)) return 500;
  return status === 429 ? 429 : 503;
}

/**
 * Ends a loader or an action that could not get its data; without an error if that will pass soon. Rate limits over
 * minutes answer 429 as well; pages that may hit one handle it themselves.
 */
export function fail({ error, status }: { error: unknown; status?: number }): never {
  if (!isPassing(status)) throw error;
  throw data(null, { status: statusOfFailure(status), headers: { 'retry-after': '2' } });
}
