/**
 * The day that an award has unless another is typed: the reader's own, which in the American evening is one behind UTC. Where
 * it is ahead, the register, which goes by UTC, would call it the future.
 */
export function firstDay(now = new Date()): string {
  const here = new Date(now.getTime() - Math.max(0, now.getTimezoneOffset()) * 60_000);
  return here.toISOString().slice(0, 10);
}
