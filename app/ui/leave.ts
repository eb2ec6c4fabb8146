import { flashToast } from './toast.ts';

/**
 * What was sent is done: a new document, and no way back into the form. It never ends: the form is busy until it is
 * gone, because pressed again while the page ahead is slow it would send everything anew.
 */
export function leaveWith(
  message: { title: string; description?: string },
  path: string,
): Promise<undefined> {
  flashToast(message);
  location.replace(path);
  return new Promise(() => {});
}
