import * as links from '#domain/site/links.ts';
import { controlBoardForm } from './board-form.ts';
import { controlBoardList } from './board-list.ts';

/**
 * Search, filters and further pages without loading a new page: fetches the server's own page and replaces this list
 * with its list. Focus stays, the address follows, the count is announced.
 */
export function searchInPlace(onShown: () => void) {
  const board = document.querySelector<HTMLElement>('[data-board]');
  const form = board?.querySelector('form');
  const input = form?.querySelector('input');
  const count = board?.querySelector('[data-count]');
  const results = board?.querySelector<HTMLElement>('[data-results]');
  const failed = board?.querySelector<HTMLTemplateElement>('template[data-failed]');
  if (!board || !form || !input || !count || !results || !failed) return;
  const fields = controlBoardForm(form);
  const list = controlBoardList(count, results, failed, onShown);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: string | undefined = location.search;

  async function show() {
    shown = location.search;
    const typed = fields.typed();
    try {
      const page = await list.read(location.href);
      if (!page) return;
      fields.correct(page, typed);
      list.show(page);
      fields.renewCounts(page);
      document.title = page.title;
      onShown();
    } catch {
      shown = undefined; // the same may be asked again
      list.showFailure();
    }
  }

  /** Choices can be undone with the back button; the letters of a word being typed cannot. */
  function go(how: 'push' | 'replace') {
    clearTimeout(timer);
    const search = fields.search();
    if (search === shown) return;
    history[`${how}State`](null, '', search || location.pathname);
    show();
  }

  /** Whether the link was handled here. */
  function follow(link: HTMLAnchorElement): boolean {
    if (link.matches('[data-more]')) list.showMore(link);
    else if (link.matches('[data-again]')) go('replace');
    else if (link.matches('[data-clear]')) {
      fields.fill(new URLSearchParams());
      go('push');
      input?.focus();
    } else if (link.matches('[data-ask]')) {
      fields.fill(new URLSearchParams(link.search));
      history.pushState(null, '', link.search || location.pathname);
      show();
      input?.focus();
    } else {
      if (!link.target && link.pathname.startsWith(links.job(''))) list.sayOpening();
      return false;
    }
    return true;
  }

  function goSoon() {
    clearTimeout(timer);
    timer = setTimeout(go, 250, 'replace');
  }

  input.addEventListener('input', goSoon);
  form.addEventListener('change', ({ target }) => {
    // Autofill and dictation may fire only a change event.
    if (target === input) goSoon();
    else go('push');
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.submitter instanceof HTMLButtonElement) fields.choose(event.submitter.value);
    go('push');
    // On a phone the results are below the fold, and the button would seem to do nothing.
    if (count.getBoundingClientRect().bottom > innerHeight) board.scrollIntoView();
  });
  board.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (follow(link)) event.preventDefault();
  });
  addEventListener('popstate', () => {
    if (location.search === shown) return;
    fields.fill(new URLSearchParams(location.search));
    show();
  });
}
