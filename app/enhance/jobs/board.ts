import * as links from '#domain/site/links.ts';
import { countJobs } from '../../features/jobs/describe-count.ts';
import { showToast } from '../toasts.ts';

/**
 * Search, filter and further pages without a new page: the server's own page is asked for, and its
 * list takes the place of this one. The focus stays, the address follows, the count is announced.
 */
export function searchInPlace(onShown: () => void) {
  const board = document.querySelector<HTMLElement>('[data-board]');
  const form = board?.querySelector('form');
  const input = form?.querySelector('input');
  const count = board?.querySelector('[data-count]');
  const results = board?.querySelector<HTMLElement>('[data-results]');
  const failed = board?.querySelector<HTMLTemplateElement>('template[data-failed]');
  if (!board || !form || !input || !count || !results || !failed) return;
  const types = [...form.querySelectorAll<HTMLButtonElement>('[aria-pressed]')];
  const button = form.querySelector<HTMLButtonElement>('[data-search]');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked: AbortController | undefined;
  let shown: string | undefined = location.search;

  /** The page of an address; nothing when another was asked for meanwhile. */
  async function read(address: string): Promise<Document | undefined> {
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    if (results) results.ariaBusy = 'true';
    const slow = setTimeout(tell, 300, 'Loading jobs...');
    try {
      const response = await fetch(address, { signal });
      if (!response.ok) throw new Error(`The board answered ${response.status}`);
      const html = await response.text();
      const page = new DOMParser().parseFromString(html, 'text/html');
      // The page of a network that asks for a sign-in, say, is no board without jobs.
      if (!page.querySelector('[data-results]')) throw new Error('The answer is no board');
      return page;
    } catch (error) {
      if (signal.aborted) return undefined;
      showToast({ title: 'Error', description: 'Failed to load jobs', kind: 'error' });
      throw error;
    } finally {
      clearTimeout(slow);
      if (results && asked?.signal === signal) results.ariaBusy = null;
    }
  }

  async function show() {
    shown = location.search;
    const asked = understood.map((name) => fieldOf(form, name)?.value);
    try {
      const page = await read(location.href);
      if (!page) return;
      // What was understood of it: nothing is left standing that the list does not heed.
      for (const [nth, name] of understood.entries()) {
        const field = fieldOf(form, name);
        const value = fieldOf(page, name)?.value;
        if (field && value !== undefined && field.value === asked[nth]) field.value = value;
      }
      results?.replaceChildren(...(page.querySelector('[data-results]')?.childNodes ?? []));
      sayAnew(page.querySelector('[data-count]')?.textContent ?? '');
      renewCounts(page);
      document.title = page.title;
      onShown();
    } catch {
      shown = undefined; // the same may be asked again
      results?.replaceChildren(failed?.content.cloneNode(true) ?? '');
      tell('Failed to load jobs');
    }
  }

  async function showMore(link: HTMLAnchorElement) {
    const rows = results?.querySelector('[data-rows]');
    const before = count?.textContent ?? '';
    try {
      const page = await read(link.href);
      if (!page || !rows) return;
      const added = [...page.querySelectorAll('[data-rows] > *')];
      rows.append(...added);
      const next = page.querySelector('[data-more]')?.getAttribute('href');
      // The place where reading goes on; the link itself may be gone.
      added[0]?.querySelector('a')?.focus({ preventScroll: true });
      if (next) link.href = next;
      else link.remove();
      tell(`${countJobs(rows.children.length)} shown`);
      onShown();
    } catch {
      tell(before);
    }
  }

  function tell(words: string) {
    if (count && count.textContent !== words) count.textContent = words;
  }

  /** The same count twice is an answer too: with a space that nobody sees, who hears the page hears it. */
  function sayAnew(words: string) {
    tell(count?.textContent === words ? `${words}\u00a0` : words);
  }

  /** How many there are with each filter. */
  function renewCounts(page: Document) {
    const now = [...page.querySelectorAll('[data-board] form :is([data-n], option)')];
    const before = form?.querySelectorAll(':is([data-n], option)') ?? [];
    for (const [place, each] of [...before].entries()) {
      const words = now[place]?.textContent;
      if (words && words !== each.textContent) each.textContent = words;
      const told = now[place]?.parentElement?.getAttribute('aria-description');
      if (told) each.parentElement?.setAttribute('aria-description', told);
    }
  }

  /** The form says what the address says. */
  function fill(params: URLSearchParams) {
    for (const each of form?.elements ?? []) {
      if (each instanceof HTMLSelectElement) {
        each.value =
          params.get(each.name) ??
          each.querySelector('[value=""]')?.getAttribute('value') ??
          usual[each.name] ??
          '';
      } else if (each instanceof HTMLInputElement) {
        if (each.type === 'checkbox') each.checked = params.has(each.name);
        else if (each.type === 'hidden') each.disabled = !params.has(each.name);
        else each.value = params.get(each.name) ?? '';
      }
    }
    choose(params.get('type') ?? '');
  }

  /** A page that takes its time; when somebody comes back from it, this one is as it was. */
  function sayOpening() {
    const before = count?.textContent ?? '';
    const slow = setTimeout(tell, 300, 'Loading job details...');
    const leave = () => {
      clearTimeout(slow);
      tell(before);
    };
    addEventListener('pagehide', leave, { once: true });
  }

  function choose(type: string) {
    for (const each of types) each.ariaPressed = String(each.value === type);
    if (button) button.value = type;
  }

  /** A choice can be taken back with the browser's button; letters on the way to a word cannot. */
  function go(how: 'push' | 'replace') {
    clearTimeout(timer);
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(form ?? undefined)) {
      const text = String(value).trim();
      // What goes without saying is not said.
      if (text && !isUsual(name, text)) params.append(name, text);
    }
    if (!params.has('place')) params.delete('miles');
    if (!params.has('q')) params.delete('plain');
    if (button?.value) params.set('type', button.value);
    const address = params.size > 0 ? `?${params}` : '';
    if (address === shown) return;
    history[`${how}State`](null, '', address || location.pathname);
    show();
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(go, 250, 'replace');
  });
  form.addEventListener('change', ({ target }) => {
    if (target !== input) go('push');
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.submitter instanceof HTMLButtonElement) choose(event.submitter.value);
    go('push');
  });
  board.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.matches('[data-more]')) showMore(link);
    else if (link.matches('[data-again]')) show();
    else if (link.matches('[data-clear]')) {
      fill(new URLSearchParams());
      go('push');
      input.focus();
    } else if (link.matches('[data-ask]')) {
      fill(new URLSearchParams(link.search));
      history.pushState(null, '', link.search || location.pathname);
      show();
      input.focus();
    } else {
      if (!link.target && link.pathname.startsWith(links.job(''))) sayOpening();
      return;
    }
    event.preventDefault();
  });
  addEventListener('popstate', () => {
    if (location.search === shown) return;
    fill(new URLSearchParams(location.search));
    show();
  });
}

/** What people type in their own way. */
const understood = ['place', 'workplace', 'pay'];
const fieldOf = (place: ParentNode | null | undefined, name: string) =>
  place?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`);

const usual: Record<string, string> = { miles: '25', sort: 'newest' };
const isUsual = (name: string, value: string) => usual[name] === value;
