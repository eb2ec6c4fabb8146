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

  /** Told after a while, so that what comes at once is not announced. */
  const tellSoon = (words: string) => setTimeout(tell, 300, words);

  /** The page of an address; nothing when another was asked for meanwhile. */
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
      // The page of a network that asks for a sign-in, say, is no board without jobs.
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
      // The same count twice is an answer too: with a space that nobody sees, who hears the page hears it.
      tell(count.textContent === words ? `${words}\u00a0` : words);
    },

    showFailure() {
      results.replaceChildren(failed.content.cloneNode(true));
      // The list says it, and so does the toast to those who hear the page.
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
        // The place where reading goes on; the link itself may be gone.
        added[0]?.querySelector('a')?.focus({ preventScroll: true });
        if (next) link.href = next;
        else link.remove();
        tell(`${countJobs(rows.children.length)} shown`);
        onShown();
      } catch {
        tell(before);
      }
    },

    /** A page that takes its time; when somebody comes back from it, this one is as it was. */
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
