import { type Toast, takeFlashes } from '../ui/flash.ts';

/** Loads the toaster, and React with it, only when there is something to show. */
export async function showToast(toast: Toast) {
  const module: { showToast(toast: Toast): void } = await import(
    /* @vite-ignore */ __TOASTER_URL__
  );
  module.showToast(toast);
}

/** A page rendered ahead of time must not use up what the visitor has not seen. */
export function showFlashes() {
  whenSeen(() => takeFlashes().forEach(showToast));
}

export function whenSeen(work: () => void) {
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', work, { once: true });
  } else work();
}
