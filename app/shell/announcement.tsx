import { announcementNow } from '../content/announcement.ts';

/** A line above every page, for as long as staff want one. */
export function Announcement() {
  const it = announcementNow();
  if (!it) return null;
  return (
    <aside className="announcement" aria-label="Announcement">
      {it.text} {it.way && <a href={it.way}>{it.label}</a>}
    </aside>
  );
}
