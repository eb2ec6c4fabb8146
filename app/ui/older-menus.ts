import { isOpenMenu } from './menu-state.ts';

/*
 * Menus for older browsers, the only ones that load this. Those before Chrome 133, Safari 26 and Firefox 147 cannot
 * place a menu next to its button; those before Chrome 114, Safari 17 and Firefox 125 have no popovers: an attribute
 * marks an open one, and what else a popover does by itself is done here.
 */
export function teachMenus() {
  if (!('popover' in HTMLElement.prototype)) teachPopovers();
  document.addEventListener(
    'beforetoggle',
    ({ target }) => {
      if (target instanceof HTMLElement && target.matches('.menu')) placeByButton(target);
    },
    true,
  );
  const placeOpenMenus = () => {
    for (const menu of document.querySelectorAll<HTMLElement>(`.menu${isOpenMenu}`)) {
      placeByButton(menu);
    }
  };
  addEventListener('scroll', placeOpenMenus, { capture: true, passive: true });
  addEventListener('resize', placeOpenMenus);
}

function buttonOf(menu: HTMLElement) {
  return document.querySelector<HTMLElement>(`[popovertarget="${menu.id}"]`);
}

const gap = 6;

/** On the side with more room. */
function placeByButton(menu: HTMLElement) {
  const button = buttonOf(menu)?.getBoundingClientRect();
  if (!button) return;
  const right = document.documentElement.clientWidth - button.right;
  const below = innerHeight - button.bottom;
  const [top, bottom] =
    below > button.top
      ? [`${button.bottom + gap}px`, 'auto']
      : ['auto', `${innerHeight - button.top + gap}px`];
  const [start, end] = right > button.left ? [`${button.left}px`, 'auto'] : ['auto', `${right}px`];
  // In a low window, styles make it `absolute`, and the browser places it.
  Object.assign(menu.style, { position: 'fixed', inset: `${top} ${end} ${bottom} ${start}` });
}

function teachPopovers() {
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
    if (menu) buttonOf(menu)?.focus();
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
