/*
 * Menus for browsers that know no popovers: Chrome before 114, Safari before 17, Firefox before 125. They are told apart by
 * an attribute, and what else a popover does by itself is done here. Loaded by these browsers alone.
 */
export function teachMenus() {
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      setOpen(this, true);
    },
    hidePopover(this: HTMLElement) {
      setOpen(this, false);
    },
  });
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest('[popovertarget]');
    const menu = document.getElementById(button?.getAttribute('popovertarget') ?? '');
    const wasOpen = menu?.matches(open);
    closeAll((each) => !each.contains(target));
    if (menu && !wasOpen) setOpen(menu, true);
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    const [menu] = closeAll(() => true);
    const button = menu && document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`);
    button?.focus();
  });
}

const open = '[popover][data-open]';

function closeAll(isMeant: (menu: HTMLElement) => boolean) {
  const found = [...document.querySelectorAll<HTMLElement>(open)].filter(isMeant);
  for (const menu of found) setOpen(menu, false);
  return found;
}

function setOpen(menu: HTMLElement, isOpen: boolean) {
  menu.toggleAttribute('data-open', isOpen);
  const newState = isOpen ? 'open' : 'closed';
  menu.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }));
}
