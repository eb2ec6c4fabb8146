/** Safari empties fields that ask for no suggestions, right after it has brought a page back as it was left. */
export function keepTyped() {
  addEventListener('pagehide', () => {
    for (const field of document.querySelectorAll<HTMLInputElement>('[autocomplete=off]')) {
      const { value } = field;
      const fillAgain = () => {
        field.value = value;
      };
      addEventListener('pageshow', () => setTimeout(fillAgain), { once: true });
    }
  });
}
