import { flashToast } from './toast.ts';

/**
 * Ends a form after it was sent: loads a new document, with no way back into the form. The promise never resolves, so
 * the form stays busy until it is gone; pressed again while the next page is loading, it would send everything twice.
 */
export function leaveWith(
  message: { title: string; description?: string },
  path: string,
): Promise<undefined> {
  flashToast(message);
  location.replace(path);
  return new Promise(() => {});
}
