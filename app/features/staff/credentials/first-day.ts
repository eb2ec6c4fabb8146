/**
 * The default date of an award: today in the reader's time zone, which in the American evening is a day behind UTC. In
 * zones ahead of UTC it is today in UTC, because the register goes by UTC and would reject a future date.
 */
export function firstDay(now = new Date()): string {
  const here = new Date(now.getTime() - Math.max(0, now.getTimezoneOffset()) * 60_000);
  return here.toISOString().slice(0, 10);
}
