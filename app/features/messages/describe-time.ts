import { once } from '#app/ui/once.ts';

const time = once(() => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }));
const day = once(() => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }));
const dayOfYear = once(
  () => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' }),
);

/** As short as it is clear: the time today, the day before that, with its year once the year is another. */
export function describeDay(moment: string, now = new Date()): string {
  const date = new Date(moment);
  if (date.toDateString() === now.toDateString()) return time().format(date);
  return date.getFullYear() === now.getFullYear() ? day().format(date) : dayOfYear().format(date);
}

export function describeMoment(moment: string, now = new Date()): string {
  const date = new Date(moment);
  if (date.toDateString() === now.toDateString()) return time().format(date);
  return `${describeDay(moment, now)}, ${time().format(date)}`;
}
