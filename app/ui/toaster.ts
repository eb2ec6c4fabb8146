import { createElement, Fragment } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import type { Toast } from './flash.ts';
import stylesheet from './toaster.css?url';

/*
 * One toaster for every page, hydrated or not: it lives in its own root and its own element,
 * which no page knows of. No JSX and no component of ours here, because in
 * development content pages lack the refresh runtime that components expect.
 */
let mounted: Promise<void> | undefined;
const host = document.createElement('div');

export async function showToast({ title, description, kind = 'default', isSaidOnPage, id }: Toast) {
  standInFront();
  mounted ??= mount();
  await mounted;
  const show = kind === 'error' ? toast.error : toast;
  const words = isSaidOnPage ? createElement('span', { 'data-shown': description }) : description;
  show(title, { description: words, ...(id && { id }) });
  requestAnimationFrame(keepClear);
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
  await untilLive();
}

/** Behind an open modal dialog everything is inert, so toasts come into it, and leave with it. */
function standInFront() {
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  if (host.parentElement !== place) place.append(host);
}

const gap = 8;
let rise = 0;

/** On a phone toasts are as wide as the screen: they rise above what has the focus, and do not lie over it. */
function keepClear() {
  const list = host.querySelector('ol');
  const toasts = [...(list?.querySelectorAll('li') ?? [])];
  const focused = document.activeElement;
  if (!list || !focused || toasts.length === 0 || host.contains(focused)) return;
  const { left, right, bottom } = list.getBoundingClientRect();
  const floor = bottom + rise;
  const height = toasts.reduce((sum, each) => sum + each.offsetHeight + gap, 0);
  const control = focused.getBoundingClientRect();
  const isCovered =
    focused !== document.body &&
    control.right > left &&
    control.left < right &&
    control.bottom > floor - height &&
    control.top < floor;
  const wanted = isCovered ? floor - control.top + gap : 0;
  rise = wanted + height > floor ? 0 : wanted;
  host.style.setProperty('--toast-rise', `${rise}px`);
}

/** A live region announces only what is added after it is in the page. */
function untilLive() {
  return new Promise<void>((resolve) => {
    const look = () =>
      host.querySelector('[aria-live]') ? setTimeout(resolve, 100) : requestAnimationFrame(look);
    look();
  });
}

/** Sonner pauses under the pointer; it gets told that focus counts the same. */
function pauseWhileFocused() {
  const tell = (type: string) =>
    host.querySelector('ol')?.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  host.addEventListener('focusin', () => tell('mousemove'));
  host.addEventListener('focusout', (event) => {
    if (!host.contains(event.relatedTarget as Node | null)) tell('mouseout');
  });
}
