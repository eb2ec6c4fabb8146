import { wordsOf } from '#domain/site/words.ts';

export type Announcement = {
  text: string;
  /** What may be pressed in it, and where that leads; none of it, or both. */
  label: string;
  way: string;
  /** Moments in UTC; empty: at once, and for good. */
  from: string;
  until: string;
};

/** One line above every page, for a time. The release has none. */
export const firstAnnouncement: Announcement = {
  text: '',
  label: '',
  way: '',
  from: '',
  until: '',
};

/** The line of this moment, if there is one. */
export function announcementNow(now = Date.now()): Announcement | undefined {
  const it = wordsOf('announcement', firstAnnouncement);
  const hasBegun = !it.from || Date.parse(it.from) <= now;
  const isOver = it.until !== '' && Date.parse(it.until) <= now;
  return it.text && hasBegun && !isOver ? it : undefined;
}
