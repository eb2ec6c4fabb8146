import { timeAgo } from '../../ui/when.ts';

/** A page that is the same for everybody says the day; this says how long ago that was. */
export function sayHowLongAgo() {
  for (const time of document.querySelectorAll<HTMLTimeElement>('[data-posted]:not([title])')) {
    time.title = time.textContent;
    time.textContent = timeAgo(time.dateTime);
  }
}
