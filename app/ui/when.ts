import { monthNames } from './month-names.ts';

type Step = [unit: string, seconds: number];

const steps: Step[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * "2 hours ago": the time since then, in the largest unit that fits; "yesterday" only according to the reader's
 * calendar. Without a formatter, which costs a slow phone a tenth of a second.
 */
export function timeAgo(at: string | Date, now: Date = new Date()): string {
  const moment = new Date(at);
  const seconds = (now.getTime() - moment.getTime()) / 1_000;
  const days = daysBetween(moment, now);
  // When the clocks go back, a day has 25 hours.
  const fits = ([unit, length]: Step) => seconds >= length && (unit !== 'day' || days > 0);
  const [unit, size] = steps.find(fits) ?? [];
  if (!unit || !size) return 'just now';
  if (unit === 'day' && days === 1) return 'yesterday';
  const count = unit === 'day' ? days : Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** The reader's midnights in between, also across a clock change. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate());
  return Math.round((midnight(to).getTime() - midnight(from).getTime()) / 86_400_000);
}

/** "November 20, 2026 at 8:59 PM", in the reader's time zone. */
export function dateAndTime(at: string | Date): string {
  const moment = new Date(at);
  const hours = moment.getHours();
  const minutes = String(moment.getMinutes()).padStart(2, '0');
  return `${longDate(moment)} at ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** "November 20, 2026", in the reader's time zone. */
export function longDate(date: Date): string {
  return `${monthNames[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

/** "Mar 3, 2026", in the reader's time zone. */
export function shortDate(date: Date): string {
  return `${shortDay(date)}, ${date.getFullYear()}`;
}

/** "Mar 3", where the year is obvious. */
export function shortDay(date: Date): string {
  return `${monthNames[date.getMonth()]?.slice(0, 3)} ${date.getDate()}`;
}
