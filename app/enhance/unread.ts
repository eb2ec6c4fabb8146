import { callService } from '../session/data-service.ts';
import { leavingEvent } from '../session/sign-out.ts';
import { readStoredSession } from '../session/stored-session.ts';
import { reflectUnread } from '../shell/unread.ts';
import { hydration, whenSeen } from './toasts.ts';

/** Asks once per page how many messages are unread, only if somebody is signed in. */
export function showUnread() {
  addEventListener(leavingEvent, () => reflectUnread(0));
  whenSeen(ask);
  // Going back may restore the page as it was.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) ask();
  });
}

function ask() {
  return count().catch((error: unknown) =>
    console.info('Unread messages were not counted:', error),
  );
}

async function count() {
  const session = readStoredSession();
  // A confirmation link may have ended the session, and its code is about to bring it back.
  if (!session?.isFresh || /[?&]code=/.test(location.search)) return;
  const response = await callService('/rest/v1/rpc/unread_messages', { token: session.token });
  const waiting: unknown = await response.json();
  await hydration();
  if (typeof waiting === 'number') reflectUnread(waiting);
}
