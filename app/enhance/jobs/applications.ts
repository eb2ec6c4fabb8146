import { callService, findDataService } from '../../session/data-service.ts';
import { readStoredSession } from '../../session/stored-session.ts';

/**
 * Tells the server that somebody went to apply. The link opens its new tab by itself at the same time;
 * whether the count arrives changes nothing for the visitor.
 */
export function noteApplications() {
  // The address of the service is known before the click that needs it.
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
