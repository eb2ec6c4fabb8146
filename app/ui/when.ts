import { monthNames } from './month-names.ts';

const steps: [unit: string, seconds: number, one: string][] = [
  ['years', 31_536_000, 'last year'],
  ['months', 2_592_000, 'last month'],
  ['weeks', 604_800, 'last week'],
  ['days', 86_400, 'yesterday'],
  ['hours', 3_600, '1 hour ago'],
  ['minutes', 60, '1 minute ago'],
];

/**
 * "2 hours ago": how long ago something was, in the largest unit that fits. In our own words, because the formatter
 * costs a slow phone a tenth of a second.
 */
export function timeAgo(at: string | Date, now: Date = new Date()): string {
  const seconds = (now.getTime() - new Date(at).getTime()) / 1_000;
  const [unit, size, one] = steps.find(([, length]) => seconds >= length) ?? [];
  if (!unit || !size) return 'just now';
  const count = Math.floor(seconds / size);
  return count === 1 && one ? one : `${count} ${unit} ago`;
}

/** "November 20, 2026 at 8:59 PM", in the reader's own time zone. */
export function dateAndTime(at: string | Date): string {
  const moment = new Date(at);
  const hours = moment.getHours();
  const minutes = String(moment.getMinutes()).padStart(2, '0');
  return `${longDate(moment)} at ${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** "November 20, 2026", as the reader's calendar has it. */
export function longDate(date: Date): string {
  return `${monthNames[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

/** "Mar 3, 2026", as the reader's calendar has it. */
export function shortDate(date: Date): string {
  return `${shortDay(date)}, ${date.getFullYear()}`;
}

/** "Mar 3", where the year goes without saying. */
export function shortDay(date: Date): string {
  return `${monthNames[date.getMonth()]?.slice(0, 3)} ${date.getDate()}`;
}
