import { closeMenu, isOpenMenu } from '../ui/menu-state.ts';

/*
 * Menus are popovers: opening, Escape, a click outside and the return of focus are the
 * browser's. Here they learn the rest of the disclosure pattern.
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

/** Chrome 129 to 132 know `position-area`, but no button as the anchor of its menu: they do not ask for a `source` either. */
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
    // As is to be expected: it is no popover.
  }
  return asksForSource && CSS.supports('position-area: bottom');
}

async function bringOlderMenus() {
  const module: { teachMenus(): void } = await import(/* @vite-ignore */ __OLDER_MENUS_URL__);
  module.teachMenus();
}

/** A mouse that rests on a button of the header opens its menu. Telephones, which have no such button, load nothing of it. */
export function openMenusForMouse() {
  const bring = () =>
    import(/* @vite-ignore */ __MENUS_FOR_MOUSE_URL__).then(
      (module: { followMouse(): void }) => module.followMouse(),
      // A press opens them, too; and who is on the way to another page needs none.
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
  // What is written for others, as for who is signed in, cannot have the focus.
  const items = [...menu.querySelectorAll<HTMLElement>('a, button:enabled')].filter(
    (item) => item.checkVisibility?.() ?? true,
  );
  const next = items.includes(from) ? items.indexOf(from) + step : Math.min(step, 0);
  items.at(next % items.length)?.focus();
}
