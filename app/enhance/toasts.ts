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

/** In milliseconds: React that takes longer comes no more. */
const patience = 20_000;

/**
 * The toaster is a React root of its own. React marks the document as listened to with the
 * first root it makes, so a page that is hydrated after that would hear no event at all. Fails where React does not come
 * (`lost-screen.ts`).
 */
export function hydration() {
  const { hydrated, lost } = document.documentElement.dataset;
  if (!document.body.dataset.hydrate || hydrated) return;
  return new Promise((resolve, reject) => {
    document.addEventListener('hydrated', resolve, { once: true });
    setTimeout(reject, lost === '' ? 0 : patience);
  });
}

/** A page rendered ahead of time must not use up what the visitor has not seen. */
export function showFlashes() {
  whenSeen(() => [...takeFlashes(), ...readPageToasts()].forEach(showToast));
}

/** What the server had to say with this page. */
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
