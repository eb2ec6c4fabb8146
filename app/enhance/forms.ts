import { unreachable } from '../ui/failure.ts';
import { showToast } from './toasts.ts';

/**
 * A form of a content page is sent by the browser, which without a connection would show a page of its own, or a
 * proxy's, in place of what was typed. So the site is looked for first.
 */
export function keepFormsWithoutConnection() {
  const sure = new WeakSet<HTMLFormElement>();
  const asked = new WeakSet<HTMLFormElement>();
  addEventListener('submit', async (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    if (form.method !== 'post' || sure.delete(form)) return;
    event.preventDefault();
    // Pressed again while the answer is awaited, it would be sent twice.
    if (asked.has(form)) return;
    asked.add(form);
    // A proxy says 502 while a new version starts, and the site 503 while its database is away.
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
