import { once } from './once.ts';

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const relative = once(() => new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }));
const moment = once(
  () => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' }),
);

/** "2 hours ago": how long ago something was, in the largest unit that fits. */
export function timeAgo(at: string | Date, now: Date = new Date()): string {
  const seconds = (now.getTime() - new Date(at).getTime()) / 1_000;
  const [unit, size] = steps.find(([, length]) => seconds >= length) ?? [];
  if (!unit || !size) return 'just now';
  return relative().format(-Math.floor(seconds / size), unit);
}

/** "November 20, 2026, 8:59 PM", in the reader's own time zone. */
export function dateAndTime(at: string | Date): string {
  return moment().format(new Date(at));
}
