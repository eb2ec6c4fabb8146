/**
 * Going on waits for an answer, and an answer that was chosen survives a reload. Without this script, the
 * server asks again.
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
  // The browser may put answers back after this script has run, on reload and on the way back.
  addEventListener('pageshow', update);
  update();
}

/** The address says what is chosen, and that this question is still open. */
function keep(form: HTMLFormElement) {
  const answers = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  answers.set('step', form.dataset.quiz ?? '');
  history.replaceState(history.state, '', `?${answers}`);
}
