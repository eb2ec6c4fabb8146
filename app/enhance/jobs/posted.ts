import { longDate, timeAgo } from '../../ui/when.ts';

/** A page that is the same for everybody states the day; this adds how long ago that was. */
export function sayHowLongAgo() {
  for (const time of document.querySelectorAll<HTMLTimeElement>('[data-posted]:not([title])')) {
    time.title = time.textContent;
    time.textContent = timeAgo(time.dateTime);
  }
}

/** Dates in the reader's own time zone: in the American evening, UTC is already at tomorrow. */
export function sayOwnDays() {
  for (const time of document.querySelectorAll<HTMLTimeElement>('[data-own-day]')) {
    time.textContent = longDate(new Date(time.dateTime));
  }
}
