import { closeMenu } from '../ui/menu-state.ts';

/** Where the header has room for its links on one line, as in mobile-menu.css. */
const wide = '(width >= 76rem)';

/**
 * The header is rendered for desktop and for phones, and styles show one of them. The other is moved into a template,
 * so that a search by text finds each link once. Elements that code already holds or listens to stay the same.
 */
export function keepOneHeader() {
  const width = matchMedia(wide);
  const choose = () => {
    const unread = document.querySelector('[data-unread-words]')?.textContent ?? '';
    keepAside('.mobile-menu', width.matches);
    keepAside('.primary-nav', !width.matches);
    keepAside('#account-menu', !width.matches);
    for (const place of document.querySelectorAll('[data-unread-words]'))
      place.textContent = unread;
  };
  choose();
  width.addEventListener('change', choose);
}

function keepAside(part: string, isAside: boolean) {
  const found = document.querySelector<HTMLElement>(`.site-header ${part}`);
  const kept = found?.querySelector('template');
  if (kept && !isAside) kept.replaceWith(kept.content);
  if (!found || kept || !isAside) return;
  // An open menu would keep the page from scrolling, and its button would stay marked as expanded.
  for (const menu of [found, ...found.querySelectorAll<HTMLElement>('[popover]')]) closeMenu(menu);
  const aside = document.createElement('template');
  aside.content.append(...found.childNodes);
  found.append(aside);
}
