import { showToast } from '../toasts.ts';

/** Copies the page's own address and says so on the button for a moment. */
export function copyLinks() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('click', async ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest<HTMLElement>('[data-copy-link]');
    const label = button?.querySelector('[aria-live]');
    if (!button || !label) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copyLink ?? location.href);
      label.textContent = 'Link copied';
      clearTimeout(timer);
      timer = setTimeout(() => {
        label.textContent = 'Copy link';
      }, 2_500);
    } catch {
      showToast({
        title: 'Error',
        description: 'The link could not be copied. Copy it from the address bar.',
        kind: 'error',
      });
    }
  });
}
