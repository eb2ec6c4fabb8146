export type Toast = {
  title: string;
  description?: string;
  kind?: 'default' | 'error';
  /** The page itself contains the description permanently: the toast shows it, but the document has it only once. */
  isSaidOnPage?: boolean;
  /** Stays until dismissed: copying something by hand takes time. */
  stays?: boolean;
  /** Replaces a toast with the same id that is still on screen. */
  id?: string;
};

const key = 'flash-toasts';

/** Keeps a toast for the next page, for actions that end with a navigation. */
export function flashToast(toast: Toast) {
  try {
    sessionStorage.setItem(key, JSON.stringify([...takeFlashes(), toast]));
  } catch {
    // Storage is full or blocked: navigation must not fail because of that.
  }
}

export function takeFlashes(): Toast[] {
  try {
    const stored = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return stored ? JSON.parse(stored) : [];
  } catch {
    // Storage is blocked, so nothing was left here.
    return [];
  }
}
