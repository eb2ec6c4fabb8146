import { callService, findDataService } from '../../session/data-service.ts';
import { readStoredSession } from '../../session/stored-session.ts';

/**
 * Tells the server that somebody went to apply. The link opens its new tab at the same time; whether the count arrives
 * makes no difference to the visitor.
 */
export function noteApplications() {
  // Look up the service's address before the click that needs it.
  document.addEventListener('pointerdown', (event) => {
    if (applicationOf(event)) findDataService().catch(() => {});
  });
  document.addEventListener('click', note);
  document.addEventListener('auxclick', (event) => {
    if (event.button === 1) note(event);
  });
}

function note(event: MouseEvent) {
  const jobId = applicationOf(event);
  if (!jobId) return;
  const session = readStoredSession();
  callService('/functions/v1/track-job-click', {
    method: 'POST',
    keepalive: true,
    token: session?.isFresh ? session.token : undefined,
    body: JSON.stringify({ jobId, referrer: location.href }),
  }).catch((error) => console.error('The click could not be counted:', error));
}

function applicationOf({ target }: Event): string | undefined {
  const link = target instanceof Element && target.closest<HTMLElement>('[data-apply]');
  return link ? link.dataset.apply : undefined;
}
