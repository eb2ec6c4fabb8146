import { wordsOf } from '#domain/site/words.ts';

export type Announcement = {
  text: string;
  /** The link in it: label and address, or neither. */
  label: string;
  way: string;
  /** Moments in UTC; empty means at once, and without end. */
  from: string;
  until: string;
};

/** One line above every page, for a limited time. The release has none. */
export const firstAnnouncement: Announcement = {
  text: '',
  label: '',
  way: '',
  from: '',
  until: '',
};

/** The current line, if there is one. */
export function announcementNow(now = Date.now()): Announcement | undefined {
  const it = wordsOf('announcement', firstAnnouncement);
  const hasBegun = !it.from || Date.parse(it.from) <= now;
  const isOver = it.until !== '' && Date.parse(it.until) <= now;
  return it.text && hasBegun && !isOver ? it : undefined;
}
