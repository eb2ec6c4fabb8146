import type { Toast } from './flash.ts';

export { flashToast } from './flash.ts';

/** Shows a toast on this page. The toaster itself is loaded when it is first needed. */
export async function toast(message: Toast) {
  const { showToast } = await import('./toaster.ts');
  showToast(message);
}
