/** An open menu, also in a browser without popovers (`older-menus.ts`). */
export const isOpenMenu = ':is(:popover-open, [data-open])';

/** Older browsers throw when a closed menu is closed. */
export function closeMenu(menu: HTMLElement | null | undefined) {
  if (menu?.matches(isOpenMenu)) menu.hidePopover();
}
