import type { Toast } from './flash.ts';

/** A toast that a page without React starts with. The page also says it in its own text. */
export function PageToast(toast: Toast) {
  return <div hidden data-page-toast={JSON.stringify(toast)} />;
}
