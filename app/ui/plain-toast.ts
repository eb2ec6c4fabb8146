import type { Toast } from './flash.ts';

const shownFor = 10_000;

/** Used while the toaster itself cannot be loaded, because the connection is lost. */
export function showPlainToast({ title, description, kind = 'default', stays }: Toast) {
  const toast = make('div');
  const end = () => toast.remove();
  toast.className = 'plain-toast';
  toast.dataset.type = kind;
  toast.setAttribute('role', 'alert');
  toast.append(make('strong', title), make('span', description));
  // Behind an open modal dialog everything is inert.
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  // Replaces the previous toast, but not the message of a part that is loading, which looks the same and belongs to
  // React.
  place.querySelector(':scope > .plain-toast')?.remove();
  place.append(toast);
  if (!stays) {
    setTimeout(end, shownFor);
    return;
  }
  const before = document.activeElement;
  toast.appendChild(make('button', 'Dismiss')).onclick = () => {
    end();
    if (before instanceof HTMLElement) before.focus();
  };
}

const make = (tag: string, textContent = '') =>
  Object.assign(document.createElement(tag), { textContent });
