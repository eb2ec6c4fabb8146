// The words alone, which the build writes in: a function would bring React's part of the site along.
import { isOpenMenu } from './menu-state.ts';

/** So long does a mouse rest before it means something. */
const rest = 150;

/** A menu that was opened by a mouse at rest goes with it. Whoever presses its button decides by that. */
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
    // Somebody goes through it with the keyboard.
    if (opened?.contains(document.activeElement)) return;
    if (opened?.matches(isOpenMenu)) opened.hidePopover();
    opened = null;
  };
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !opened?.matches(isOpenMenu)) return;
    if (opened.contains(document.activeElement)) return;
    // The focus has stayed in a search field, say, which Escape would empty as well.
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
    // The mouse whose coming brought this file.
    if (button.matches(':hover')) timer = setTimeout(openIfClosed, rest);
    menu.addEventListener('pointerenter', () => clearTimeout(timer));
    for (const each of [button, menu]) {
      each.addEventListener('pointerleave', (event) => soon(event, close));
    }
    button.addEventListener('click', (event) => {
      // Just arrived, the mouse would open again what the press closes.
      clearTimeout(timer);
      if (opened === menu && menu.matches(isOpenMenu)) event.preventDefault();
      opened = null;
    });
  }
}
