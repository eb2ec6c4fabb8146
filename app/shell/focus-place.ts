/** The first error of a form that came back from the server. */
const refused = 'main form[method] :is([aria-invalid="true"], .notice-danger)';

/** Moves focus to the error, the hash target, or else the part that is new or the page's heading, without scrolling. */
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

/** A hash may be mistyped or truncated in passing. If it cannot be decoded, it names no element and must not throw. */
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
