/**
 * Disables Next until there is an answer, and keeps a chosen answer across reloads. Without this script, the server
 * checks instead.
 */
export function guardQuiz() {
  const form = document.querySelector<HTMLFormElement>('form[data-quiz]');
  const next = form?.querySelector('button');
  if (!form || !next) return;
  const update = () => {
    next.disabled = !form.querySelector(':checked');
  };
  form.addEventListener('change', () => {
    update();
    keep(form);
  });
  // The browser may restore answers after this script has run, on reload and when going back.
  addEventListener('pageshow', update);
  update();
}

/** The address records the choice, and that this question is still open. */
function keep(form: HTMLFormElement) {
  const answers = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  answers.set('step', form.dataset.quiz ?? '');
  history.replaceState(history.state, '', `?${answers}`);
}
