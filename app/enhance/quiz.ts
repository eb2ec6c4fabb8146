/** Going on waits for an answer. Without this script, the server asks again. */
export function guardQuiz() {
  const form = document.querySelector<HTMLFormElement>('form[data-quiz]');
  const next = form?.querySelector('button');
  if (!form || !next) return;
  const update = () => {
    next.disabled = !form.querySelector(':checked');
  };
  form.addEventListener('change', update);
  // The browser may put answers back after this script has run, on reload and on the way back.
  addEventListener('pageshow', update);
  update();
}
