/**
 * Safari empties fields that ask for no suggestions when it brings a page back as it was left, at a moment of its own. It
 * leaves alone those that ask for none only once the page is seen again.
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
