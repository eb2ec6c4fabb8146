import { createElement, Fragment } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import type { Toast } from './flash.ts';
import stylesheet from './toaster.css?url';

/*
 * One toaster for every page, hydrated or not: it lives in its own root inside an element
 * that the document leaves empty. No JSX and no component of ours here, because in
 * development content pages lack the refresh runtime that components expect.
 */
let mounted: Promise<void> | undefined;

export async function showToast({ title, description, kind = 'default' }: Toast) {
  mounted ??= mount();
  await mounted;
  const show = kind === 'error' ? toast.error : toast;
  show(title, { description });
}

async function mount() {
  const host = document.querySelector<HTMLElement>('[data-toasts]');
  if (!host) throw new Error('The document has no place for toasts');
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
  pauseWhileFocused(host);
  await untilLive(host);
}

/** A live region announces only what is added after it is in the page. */
function untilLive(host: HTMLElement) {
  return new Promise<void>((resolve) => {
    const look = () =>
      host.querySelector('[aria-live]') ? setTimeout(resolve, 100) : requestAnimationFrame(look);
    look();
  });
}

/** Sonner pauses under the pointer; it gets told that focus counts the same. */
function pauseWhileFocused(host: HTMLElement) {
  const tell = (type: string) =>
    host.querySelector('ol')?.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  host.addEventListener('focusin', () => tell('mousemove'));
  host.addEventListener('focusout', (event) => {
    if (!host.contains(event.relatedTarget as Node | null)) tell('mouseout');
  });
}
