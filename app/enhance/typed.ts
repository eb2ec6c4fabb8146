/** Safari empties fields that ask for no suggestions, right after it has brought a page back as it was left. */
export function keepTyped() {
  let typed: [HTMLInputElement, string][] = [];
  addEventListener('pagehide', () => {
    const fields = document.querySelectorAll<HTMLInputElement>('input[autocomplete=off]');
    typed = [...fields].map((field) => [field, field.value]);
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) setTimeout(fillAgain);
  });
  function fillAgain() {
    for (const [field, value] of typed) field.value = value;
  }
}
