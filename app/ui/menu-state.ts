/** A menu that is open, also in a browser that knows no popovers (`older-menus.ts`). */
export const isOpenMenu = ':is(:popover-open, [data-open])';

/** Older browsers refuse to close what is closed. */
export function closeMenu(menu: HTMLElement | null | undefined) {
  if (menu?.matches(isOpenMenu)) menu.hidePopover();
}
