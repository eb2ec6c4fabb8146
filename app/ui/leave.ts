import { flashToast } from './toast.ts';

/** What was sent is done: a new document, and no way back into the form. */
export function leaveWith(message: { title: string; description?: string }, path: string) {
  flashToast(message);
  location.replace(path);
}
