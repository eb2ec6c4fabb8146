import { shortDate, shortDay } from '#app/ui/when.ts';

/** As short as possible: today's time, an earlier day, with its year if that is another. */
export function describeDay(moment: string, now = new Date()): string {
  const date = new Date(moment);
  if (date.toDateString() === now.toDateString()) return timeOf(date);
  return date.getFullYear() === now.getFullYear() ? shortDay(date) : shortDate(date);
}

export function describeMoment(moment: string, now = new Date()): string {
  const date = new Date(moment);
  if (date.toDateString() === now.toDateString()) return timeOf(date);
  return `${describeDay(moment, now)}, ${timeOf(date)}`;
}

/** "8:05 PM". */
function timeOf(date: Date): string {
  const hours = date.getHours();
  const minutes = String(date.getMinutes()).padStart(2, '0');
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`;
}
