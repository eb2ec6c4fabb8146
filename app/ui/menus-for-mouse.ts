// Only the constant, which the build inlines: importing a function would pull in React's part of the site.
import { isOpenMenu } from './menu-state.ts';

/** How long a mouse must rest before it counts. */
const rest = 150;

/** A menu that was opened by hovering closes when the mouse leaves. A click on its button overrides that. */
export function followMouse() {
  if (!('popover' in HTMLElement.prototype)) return;
  let opened: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = ({ pointerType }: PointerEvent, act: () => void) => {
    if (pointerType !== 'mouse') return;
    clearTimeout(timer);
    timer = setTimeout(act, rest);
  };
  const open = (menu: HTMLElement, source: HTMLElement) => {
    const other = document.querySelector(`.menu${isOpenMenu}`);
    if (other && other !== opened) return;
    menu.showPopover({ source });
    opened = menu;
  };
  const close = () => {
    // Somebody is using it with the keyboard.
    if (opened?.contains(document.activeElement)) return;
    if (opened?.matches(isOpenMenu)) opened.hidePopover();
    opened = null;
  };
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !opened?.matches(isOpenMenu)) return;
    if (opened.contains(document.activeElement)) return;
    // Focus may be in a search field, say, which Escape would also clear.
    event.preventDefault();
    opened.hidePopover();
  });
  for (const button of document.querySelectorAll<HTMLElement>('.primary-nav [popovertarget]')) {
    const menu = document.getElementById(button.getAttribute('popovertarget') ?? '');
    if (!menu) continue;
    const openIfClosed = () => {
      if (!menu.matches(isOpenMenu)) open(menu, button);
    };
    button.addEventListener('pointerenter', (event) => soon(event, openIfClosed));
    // The hover that caused this file to be loaded.
    if (button.matches(':hover')) timer = setTimeout(openIfClosed, rest);
    menu.addEventListener('pointerenter', () => clearTimeout(timer));
    for (const each of [button, menu]) {
      each.addEventListener('pointerleave', (event) => soon(event, close));
    }
    button.addEventListener('click', (event) => {
      // Right after hovering, the timer would reopen what this click closes.
      clearTimeout(timer);
      if (opened === menu && menu.matches(isOpenMenu)) event.preventDefault();
      opened = null;
    });
  }
}
