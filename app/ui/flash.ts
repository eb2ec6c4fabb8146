export type Toast = {
  title: string;
  description?: string;
  kind?: 'default' | 'error';
  /** The page says the description itself, where it stays: the toast shows it, and the document has it once. */
  isSaidOnPage?: boolean;
  /** It waits to be dismissed: what is copied by hand takes its time. */
  stays?: boolean;
  /** One that is still on screen under the same name is replaced. */
  id?: string;
};

const key = 'flash-toasts';

/** Keeps a toast for the next page, for what ends with a navigation. */
export function flashToast(toast: Toast) {
  try {
    sessionStorage.setItem(key, JSON.stringify([...takeFlashes(), toast]));
  } catch {
    // The browser has no room for it: the way to the next page does not end here.
  }
}

export function takeFlashes(): Toast[] {
  try {
    const stored = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return stored ? JSON.parse(stored) : [];
  } catch {
    // The browser keeps nothing for this site, so nothing was left here.
    return [];
  }
}
