import type { Toast } from './flash.ts';

/** A toast that a page without React begins with. The page says the same in its own text. */
export function PageToast(toast: Toast) {
  return <div hidden data-page-toast={JSON.stringify(toast)} />;
}
