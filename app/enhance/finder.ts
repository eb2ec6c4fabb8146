import { withQuery } from '#domain/site/with-query.ts';
import { describeCount, isFound } from '../features/resources/find.ts';

/** Search and filter in place: focus stays, the address follows, the count is announced. */
export function filterInPlace() {
  const finder = document.querySelector<HTMLElement>('[data-finder]');
  const form = finder?.querySelector('form');
  const input = form?.querySelector('input');
  const status = finder?.querySelector('[role=status]');
  if (!finder || !form || !input || !status) return;
  const filters = [...form.querySelectorAll<HTMLButtonElement>('[aria-pressed]')];
  const search = form.querySelector<HTMLButtonElement>('[data-search]');
  const entries = [...finder.querySelectorAll<HTMLElement>('[data-entry]')];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show() {
    const q = input?.value.trim() ?? '';
    const type = filters.find((each) => each.getAttribute('aria-pressed') === 'true')?.value ?? '';
    for (const entry of entries) {
      const text = [...entry.querySelectorAll('[data-words]')].map((each) => each.textContent);
      entry.hidden = !isFound(
        { type: entry.dataset.entry ?? '', text: text.join(' ') },
        { q, type },
      );
    }
    for (const group of finder?.querySelectorAll<HTMLElement>('[data-group]') ?? []) {
      group.hidden = !group.querySelector('[data-entry]:not([hidden])');
    }
    const found = entries.filter((entry) => !entry.hidden).length;
    const empty = finder?.querySelector<HTMLElement>('[data-empty]');
    if (empty) empty.hidden = found > 0;
    if (search) search.value = type;
    clearTimeout(timer);
    // Not on every keystroke: a screen reader could not keep up, and some browsers rate-limit changes of the address.
    timer = setTimeout(tell, 300, found, q, type);
  }

  function tell(found: number, q: string, type: string) {
    const words = describeCount(found, entries.length);
    if (status && status.textContent !== words) status.textContent = words;
    const params = new URLSearchParams({ ...(q && { q }), ...(type && { type }) });
    history.replaceState(history.state, '', withQuery(location.pathname, params));
  }

  function choose(type: string) {
    for (const each of filters) each.setAttribute('aria-pressed', String(each.value === type));
    show();
  }

  // Autofill and dictation may fire only a change event.
  for (const event of ['input', 'change']) input.addEventListener(event, show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (button instanceof HTMLButtonElement) choose(button.value);
  });
  finder.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-clear]')) return;
    event.preventDefault();
    input.value = '';
    choose('');
    input.focus();
  });
}
