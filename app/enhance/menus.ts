import { closeMenu, isOpenMenu } from '../ui/menu-state.ts';

/*
 * Menus are popovers: the browser handles opening, Escape, clicks outside and the return of focus. This adds the rest
 * of the disclosure pattern.
 */
const menus = '[popover]:not([popover="manual"])';

export function describeMenus() {
  for (const button of document.querySelectorAll('[popovertarget]')) {
    button.setAttribute('aria-expanded', 'false');
  }
  document.addEventListener(
    'beforetoggle',
    ({ target, newState }) => {
      if (!(target instanceof HTMLElement) || !target.matches(menus)) return;
      const isOpen = String(newState === 'open');
      for (const button of document.querySelectorAll(`[popovertarget="${target.id}"]`)) {
        button.setAttribute('aria-expanded', isOpen);
      }
    },
    true,
  );
  document.addEventListener('keydown', moveInside);
  if (!placesMenus()) bringOlderMenus();
}

/**
 * Chrome 129 to 132 support `position-area`, but not a button as the implicit anchor of its menu: they do not read the
 * `source` option either.
 */
function placesMenus(): boolean {
  let asksForSource = false;
  const options = {
    get source() {
      asksForSource = true;
      return document.body;
    },
  };
  try {
    document.createElement('p').showPopover(options);
  } catch {
    // Expected: the element is not a popover.
  }
  return asksForSource && CSS.supports('position-area: bottom');
}

async function bringOlderMenus() {
  const module: { teachMenus(): void } = await import(/* @vite-ignore */ __OLDER_MENUS_URL__);
  module.teachMenus();
}

/** Opens a menu of the header when the mouse rests on its button. Phones have no such button and load none of this. */
export function openMenusForMouse() {
  const bring = () =>
    import(/* @vite-ignore */ __MENUS_FOR_MOUSE_URL__).then(
      (module: { followMouse(): void }) => module.followMouse(),
      // A click opens them as well, and somebody leaving the page needs none.
      () => {},
    );
  document.querySelector('.primary-nav')?.addEventListener('pointerover', bring, { once: true });
}

export function closeMenusOnLeave() {
  document.addEventListener('click', (event) => {
    const item =
      event.target instanceof Element && event.target.closest('a[href], [data-sign-out]');
    if (item) closeMenu(item.closest<HTMLElement>(menus));
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (!(target instanceof Element) || !(relatedTarget instanceof Element)) return;
    const menu = target.closest<HTMLElement>(`${menus}${isOpenMenu}`);
    if (!menu || menu.contains(relatedTarget)) return;
    if (relatedTarget.getAttribute('popovertarget') !== menu.id) menu.hidePopover();
  });
}

function moveInside(event: KeyboardEvent) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const from = event.target;
  if (!step || !(from instanceof HTMLElement)) return;
  const id = from.getAttribute('popovertarget');
  const menu = id ? document.getElementById(id) : from.closest<HTMLElement>(menus);
  if (!menu?.matches(menus)) return;
  event.preventDefault();
  if (id && !menu.matches(isOpenMenu)) menu.showPopover({ source: from });
  // Items for other states, such as signed in, are hidden and cannot take focus.
  const items = [...menu.querySelectorAll<HTMLElement>('a, button:enabled')].filter(
    (item) => item.checkVisibility?.() ?? true,
  );
  const next = items.includes(from) ? items.indexOf(from) + step : Math.min(step, 0);
  items.at(next % items.length)?.focus();
}
