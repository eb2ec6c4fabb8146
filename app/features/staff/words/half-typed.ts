/**
 * A field with an incomplete value: a date without its time, say. The browser reports it as empty, and empty means “at
 * once”.
 */
export function halfTypedIn(place: HTMLElement | null): HTMLInputElement | undefined {
  return [...(place?.querySelectorAll('input') ?? [])].find(({ validity }) => validity.badInput);
}

export const halfTypedWords = 'This is not complete. Fill in all of it, or clear it.';
