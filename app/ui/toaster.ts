import { createElement, Fragment } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import type { Toast } from './flash.ts';
import stylesheet from './toaster.css?url';

/*
 * One toaster for every page, hydrated or not: it lives in its own root and its own element, which pages do not know
 * about. No JSX and no components of ours here, because in development content pages lack the refresh runtime that
 * components expect.
 */
let mounted: Promise<void> | undefined;
const host = document.createElement('div');

export async function showToast(it: Toast) {
  const { title, description, kind = 'default', isSaidOnPage, stays, id } = it;
  standInFront();
  mounted ??= mount();
  await mounted;
  const show = kind === 'error' ? toast.error : toast;
  const words = isSaidOnPage ? createElement('span', { 'data-shown': description }) : description;
  show(title, {
    description: words,
    ...(stays && { duration: Number.POSITIVE_INFINITY }),
    ...(id && { id }),
  });
}

async function mount() {
  host.dataset.toasts = '';
  createRoot(host).render(
    createElement(
      Fragment,
      null,
      createElement('link', { rel: 'stylesheet', href: stylesheet, precedence: 'toasts' }),
      createElement(Toaster, {
        position: 'bottom-right',
        duration: 5000,
        visibleToasts: 3,
        closeButton: true,
        expand: true,
        gap: 8,
        icons: { error: null },
        toastOptions: { closeButtonAriaLabel: 'Dismiss' },
      }),
    ),
  );
  pauseWhileFocused();
  document.addEventListener('close', standInFront, true);
  document.addEventListener('focusin', keepClear);
  document.addEventListener('scroll', keepClear, { capture: true, passive: true });
  const list = await untilLive();
  // A toast was added, measured or removed: on a slow phone long after it was requested.
  const measured = { attributes: true, attributeFilter: ['data-mounted', 'style'] };
  new MutationObserver(keepClear).observe(list, { childList: true, subtree: true, ...measured });
}

/** Behind an open modal dialog everything is inert, so toasts move into it, and out again when it closes. */
function standInFront() {
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  if (host.parentElement !== place) place.append(host);
  dialogs.disconnect();
  if (place !== document.body) dialogs.observe(document.body, { childList: true, subtree: true });
}

/** If the element around a dialog is removed, a row of a list, say, the dialog fires no event. */
const dialogs = new MutationObserver(() => {
  if (!host.isConnected) standInFront();
});

const gap = 8;
let rise = 0;

/** On a phone toasts are as wide as the screen: they move up so as not to cover the focused element or an error. */
function keepClear() {
  const list = host.querySelector('ol');
  const toasts = [...(list?.querySelectorAll('li') ?? [])];
  if (!list || toasts.length === 0 || host.contains(document.activeElement)) return;
  const { left, right, bottom } = list.getBoundingClientRect();
  const floor = bottom + rise;
  const height = toasts.reduce((sum, each) => sum + each.offsetHeight + gap, 0);
  let wanted = 0;
  // Lowest on the screen first: after moving above one, a toast may cover the next.
  for (const place of placesToKeepClear()) {
    const end = floor - wanted;
    const isBeside = place.right <= left || place.left >= right;
    const isCovered = !isBeside && place.bottom > end - height && place.top < end;
    if (isCovered) wanted = floor - place.top + gap;
  }
  rise = wanted + height > floor ? 0 : wanted;
  host.style.setProperty('--toast-rise', `${rise}px`);
}

function placesToKeepClear(): DOMRect[] {
  const { activeElement: focused, body } = document;
  const alerts = document.querySelectorAll(':is(main, dialog) [role="alert"]');
  return [...alerts, ...(focused && focused !== body ? [focused] : [])]
    .map((each) => each.getBoundingClientRect())
    .sort((one, other) => other.bottom - one.bottom);
}

/** A live region announces only what is added once it is in the page. */
function untilLive() {
  return new Promise<Element>((resolve) => {
    const look = () => {
      const region = host.querySelector('[aria-live]');
      if (region) setTimeout(() => resolve(region), 100);
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Sonner pauses under the pointer; this makes focus do the same. */
function pauseWhileFocused() {
  const tell = (type: string) =>
    host.querySelector('ol')?.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  host.addEventListener('focusin', () => tell('mousemove'));
  host.addEventListener('focusout', (event) => {
    if (!host.contains(event.relatedTarget as Node | null)) tell('mouseout');
  });
}
