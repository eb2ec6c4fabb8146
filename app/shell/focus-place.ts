/** What a form that the browser had sent came back with. */
const refused = 'main form[method] :is([aria-invalid="true"], .notice-danger)';

/** Moves focus to what was refused, the hash target, or else to the part that is new or the page's heading, without scrolling. */
export function focusPlace(hash: string) {
  const wrong = find(refused);
  const target = wrong ?? hashTarget(hash) ?? find('[data-arrival]') ?? find('h1');
  if (!target) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: !wrong });
}

export function hashTarget(hash: string) {
  return hash.length > 1 ? document.getElementById(idIn(hash)) : null;
}

/** A hash may be mistyped or cut off by whoever passed the link on. What cannot be decoded names no place, and breaks nothing. */
export function idIn(hash: string): string {
  const written = hash.slice(1);
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

function find(selector: string) {
  return document.querySelector<HTMLElement>(selector);
}
