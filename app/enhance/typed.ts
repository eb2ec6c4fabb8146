/**
 * When Safari restores a page, it clears fields with autocomplete off, at some unspecified moment. It leaves fields
 * alone whose autocomplete is turned off only once the page is shown again.
 */
export function keepTyped() {
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    for (const field of document.querySelectorAll<HTMLInputElement>('[autocomplete=off]')) {
      field.autocomplete = 'on';
      addEventListener('pageshow', () => (field.autocomplete = 'off'), { once: true });
    }
  });
}
