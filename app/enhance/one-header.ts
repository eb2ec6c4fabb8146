import { closeMenu } from '../ui/menu-state.ts';

/** Where the header has room for its links in a line, as in mobile-menu.css. */
const wide = '(width >= 76rem)';

/**
 * The header is written for a desk and for a phone, and styles show one of them. The other is kept aside in a template:
 * whoever looks for the words of a link finds it once. What has been looked up or listened to stays the same element.
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
  // An open one would hold the page where it is, and its button would go on saying that it is open.
  for (const menu of [found, ...found.querySelectorAll<HTMLElement>('[popover]')]) closeMenu(menu);
  const aside = document.createElement('template');
  aside.content.append(...found.childNodes);
  found.append(aside);
}
