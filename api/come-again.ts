/** In seconds. Limits over hours or days cannot tell exactly when they end. */
const leastWait = 60;

/** Tells a client that hit a limit when to come again, unless the limit itself has already set the exact time. */
export function sayWhenAgain({ status, headers }: { status: number; headers: Headers }) {
  if (status === 429 && !headers.has('retry-after')) {
    headers.set('retry-after', String(leastWait));
  }
}
