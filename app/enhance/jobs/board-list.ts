import { countJobs } from '../../features/jobs/describe-count.ts';
import { showToast } from '../toasts.ts';

/** The list, and the count above it, which is announced. */
export function controlBoardList(
  count: Element,
  results: HTMLElement,
  failed: HTMLTemplateElement,
  onShown: () => void,
) {
  let asked: AbortController | undefined;

  function tell(words: string) {
    if (count.textContent !== words) count.textContent = words;
  }

  /** Delayed, so that nothing is announced that is over at once. */
  const tellSoon = (words: string) => setTimeout(tell, 300, words);

  /** The page at an address; undefined if another one was requested in the meantime. */
  async function read(address: string): Promise<Document | undefined> {
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    results.setAttribute('aria-busy', 'true');
    const slow = tellSoon('Loading jobs...');
    try {
      const response = await fetch(address, { signal });
      if (!response.ok) throw new Error(`The board answered ${response.status}`);
      const html = await response.text();
      const page = new DOMParser().parseFromString(html, 'text/html');
      // A network's login page, say, is not a board without jobs.
      if (!page.querySelector('[data-results]')) throw new Error('The answer is no board');
      return page;
    } catch (error) {
      if (signal.aborted) return undefined;
      showToast({ title: 'Error', description: 'Failed to load jobs', kind: 'error' });
      throw error;
    } finally {
      clearTimeout(slow);
      if (asked?.signal === signal) results.removeAttribute('aria-busy');
    }
  }

  return {
    read,

    show(page: Document) {
      results.replaceChildren(...(page.querySelector('[data-results]')?.childNodes ?? []));
      const words = page.querySelector('[data-count]')?.textContent ?? '';
      // The same count again is still an answer: an invisible space makes screen readers announce it.
      tell(count.textContent === words ? `${words}\u00a0` : words);
    },

    showFailure() {
      results.replaceChildren(failed.content.cloneNode(true));
      // The list shows the failure, and the toast announces it.
      tell('');
    },

    async showMore(link: HTMLAnchorElement) {
      const rows = results.querySelector('[data-rows]');
      const before = count.textContent ?? '';
      try {
        const page = await read(link.href);
        if (!page || !rows) return;
        const added = [...page.querySelectorAll('[data-rows] > *')].filter(
          (row) => !isAmong(rows, row),
        );
        rows.append(...added);
        const next = page.querySelector('[data-more]')?.getAttribute('href');
        // Where reading continues; the link itself may be gone.
        const place = added[0] ?? (next ? undefined : rows.lastElementChild);
        place?.querySelector('a')?.focus({ preventScroll: true });
        if (next) link.href = next;
        else link.remove();
        tell(`${countJobs(rows.children.length)} shown`);
        onShown();
      } catch {
        tell(before);
      }
    },

    /** Announces that a slow page is loading; if somebody comes back, this page is as before. */
    sayOpening() {
      const before = count.textContent ?? '';
      const slow = tellSoon('Loading job details...');
      const leave = () => {
        clearTimeout(slow);
        tell(before);
      };
      addEventListener('pagehide', leave, { once: true });
    },
  };
}

/** What was posted meanwhile moves others on to the next page, where they would stand a second time. */
function isAmong(rows: Element, row: Element): boolean {
  const address = row.querySelector('h3 a')?.getAttribute('href');
  return [...rows.querySelectorAll('h3 a')].some((link) => link.getAttribute('href') === address);
}
