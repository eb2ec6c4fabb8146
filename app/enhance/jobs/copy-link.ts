import { showToast } from '../toasts.ts';

/** Copies the page's own address and confirms it on the button for a moment. */
export function copyLinks() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('click', async ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLElement>('[data-copy-link]');
    const label = button?.querySelector('[aria-live]');
    if (!button || !label) return;
    const address = button.dataset.copyLink ?? location.href;
    try {
      await navigator.clipboard.writeText(address);
      label.textContent = 'Link copied';
      clearTimeout(timer);
      timer = setTimeout(() => {
        label.textContent = 'Copy link';
      }, 2_500);
    } catch {
      showToast({
        title: 'Error',
        // An app's built-in browser has no address bar.
        description: `The link could not be copied. Copy it by hand: ${address}`,
        kind: 'error',
        stays: true,
        id: 'copy-link',
      });
    }
  });
}
