import { ServiceError } from '../session/data-service.ts';
import { endedEvent, endedWords } from '../session/drop-session.ts';
import { forgetWithOtherTabs } from '../session/forget-person.ts';
import { leavingEvent, signOut } from '../session/sign-out.ts';
import { readStoredSession } from '../session/stored-session.ts';
import { reflectSession, sessionStorageKey } from '../shell/session-state.ts';
import { unreachable } from '../ui/failure.ts';
import { showToast } from './toasts.ts';

/** Calls back when the person using this page changes or signs out, so that personal content can be removed. */
export function whenPersonChanges(onChange: () => void) {
  let before = readStoredSession()?.userId;
  const look = () => {
    const now = readStoredSession()?.userId;
    if (now !== before) onChange();
    before = now;
  };
  // The event fires before the session is removed.
  addEventListener(leavingEvent, () => queueMicrotask(look));
  for (const name of [endedEvent, 'storage', 'pageshow']) addEventListener(name, look);
}

/** The header follows sign-in and sign-out in every tab, and can sign out on any page. */
export function followSession() {
  addEventListener('storage', (event) => {
    if (event.key === sessionStorageKey() || event.key === null) reflectSession();
  });
  addEventListener('pageshow', reflectSession);
  forgetWithOtherTabs();
  addEventListener(endedEvent, () => {
    // A screen shows its own message.
    if (!('hydrate' in document.body.dataset)) showToast(endedWords);
  });
  document.addEventListener('click', (event) => {
    const button =
      event.target instanceof Element && event.target.closest<HTMLButtonElement>('[data-sign-out]');
    if (!button) return;
    button.disabled = true;
    signOut()
      .then(
        () =>
          showToast({
            title: 'Signed out',
            description: 'You have been successfully signed out.',
          }),
        (error: unknown) => {
          const description = error instanceof ServiceError ? error.message : unreachable.message;
          showToast({ title: 'Error', description, kind: 'error' });
        },
      )
      .finally(() => {
        button.disabled = false;
      });
  });
}
