import type { Toast } from './flash.ts';
import { showPlainToast } from './plain-toast.ts';

export { flashToast } from './flash.ts';

/** Shows a toast on this page. The toaster itself is loaded when it is first needed. */
export async function toast(message: Toast) {
  try {
    const { showToast } = await import('./toaster.ts');
    await showToast(message);
  } catch {
    showPlainToast(message);
  }
}

export const toastError = (description: string) =>
  toast({ title: 'Error', description, kind: 'error' });
