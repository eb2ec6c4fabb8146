import { unreachable } from '../ui/failure.ts';
import { showToast } from './toasts.ts';

/**
 * The browser submits forms of content pages itself; without a connection it, or a proxy, would replace the page with
 * an error page, and what was typed would be gone. So check first that the site can be reached.
 */
export function keepFormsWithoutConnection() {
  const sure = new WeakSet<HTMLFormElement>();
  const asked = new WeakSet<HTMLFormElement>();
  addEventListener('submit', async (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    if (form.method !== 'post' || sure.delete(form)) return;
    event.preventDefault();
    // A second press while waiting would send it twice.
    if (asked.has(form)) return;
    asked.add(form);
    // A proxy answers 502 while a new version starts, and the site 503 while its database is away.
    const isThere = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
      ({ status }) => status < 500,
      () => false,
    );
    asked.delete(form);
    if (!isThere) {
      const description = `${unreachable.message} Nothing you typed is lost.`;
      await showToast({ title: 'Error', description, kind: 'error' });
      return;
    }
    sure.add(form);
    form.requestSubmit(event.submitter);
  });
}
