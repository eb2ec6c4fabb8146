/** Moves focus to the hash target, or else to the part that is new or the page's heading, without scrolling. */
export function focusPlace(hash: string) {
  const target = hashTarget(hash) ?? find('[data-arrival]') ?? find('h1');
  if (!target) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

export function hashTarget(hash: string) {
  return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
}

function find(selector: string) {
  return document.querySelector<HTMLElement>(selector);
}
