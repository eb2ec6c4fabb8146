import { type Toast, takeFlashes } from '../ui/flash.ts';
import { showPlainToast } from '../ui/plain-toast.ts';

/** Loads the toaster, and React with it, only when there is something to show. */
export async function showToast(toast: Toast) {
  try {
    await hydration();
    const module: { showToast(toast: Toast): Promise<void> } = await import(
      /* @vite-ignore */ __TOASTER_URL__
    );
    await module.showToast(toast);
  } catch {
    showPlainToast(toast);
  }
}

/** In milliseconds: after that, React is not going to load. */
const patience = 20_000;

/**
 * The toaster is a React root of its own. React marks the document as listened to by its first root, so a page hydrated
 * after that would receive no events at all: wait for hydration. Throws if React fails to load (`lost-screen.ts`).
 */
export function hydration() {
  const { hydrated, lost } = document.documentElement.dataset;
  if (!document.body.dataset.hydrate || hydrated) return;
  return new Promise((resolve, reject) => {
    document.addEventListener('hydrated', resolve, { once: true });
    setTimeout(reject, lost === '' ? 0 : patience);
  });
}

/** A prerendered page must not use up toasts that the visitor has not seen. */
export function showFlashes() {
  whenSeen(() => [...takeFlashes(), ...readPageToasts()].forEach(showToast));
}

/** The toasts that the server sent with this page. */
function readPageToasts(): Toast[] {
  return [...document.querySelectorAll<HTMLElement>('[data-page-toast]')].map(({ dataset }) =>
    JSON.parse(dataset.pageToast ?? '{}'),
  );
}

export function whenSeen(work: () => void) {
  if ('prerendering' in document && document.prerendering) {
    document.addEventListener('prerenderingchange', work, { once: true });
  } else work();
}
