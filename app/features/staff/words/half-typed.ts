/**
 * A field in which something stands that is no value yet: a day without its time, say. The browser tells of it as of an
 * empty one, and empty means “at once”.
 */
export function halfTypedIn(place: HTMLElement | null): HTMLInputElement | undefined {
  return [...(place?.querySelectorAll('input') ?? [])].find(({ validity }) => validity.badInput);
}

export const halfTypedWords = 'This is not complete. Fill in all of it, or clear it.';
