import type { Toast } from './flash.ts';

const shownFor = 10_000;

/** For the moment in which the toaster itself cannot be loaded: the connection is lost. */
export function showPlainToast({ title, description, kind = 'default' }: Toast) {
  const toast = document.createElement('div');
  toast.className = 'plain-toast';
  toast.dataset.type = kind;
  toast.setAttribute('role', 'alert');
  const [name, words] = [document.createElement('strong'), document.createElement('span')];
  name.textContent = title;
  words.textContent = description ?? '';
  toast.append(name, words);
  // Behind an open modal dialog everything is inert.
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  for (const before of place.querySelectorAll('.plain-toast')) before.remove();
  place.append(toast);
  setTimeout(() => toast.remove(), shownFor);
}
