import { longDate, timeAgo } from '../../ui/when.ts';

/** A page that is the same for everybody says the day; this says how long ago that was. */
export function sayHowLongAgo() {
  for (const time of document.querySelectorAll<HTMLTimeElement>('[data-posted]:not([title])')) {
    time.title = time.textContent;
    time.textContent = timeAgo(time.dateTime);
  }
}

/** A moment falls on a day of the reader's: in the evening the day of UTC is tomorrow. */
export function sayOwnDays() {
  for (const time of document.querySelectorAll<HTMLTimeElement>('[data-own-day]')) {
    time.textContent = longDate(new Date(time.dateTime));
  }
}
