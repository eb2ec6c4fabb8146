/** In seconds. What is counted over hours and days cannot say when it is over. */
const leastWait = 60;

/** Whoever asked too often hears when to come again; a limit that knows it to the second has said so by now. */
export function sayWhenAgain({ status, headers }: { status: number; headers: Headers }) {
  if (status === 429 && !headers.has('retry-after')) {
    headers.set('retry-after', String(leastWait));
  }
}
