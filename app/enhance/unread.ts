import { callService } from '../session/data-service.ts';
import { leavingEvent } from '../session/sign-out.ts';
import { readStoredSession } from '../session/stored-session.ts';
import { reflectUnread } from '../shell/unread.ts';
import { hydration, whenSeen } from './toasts.ts';

/** Asks once per page, and only where somebody is signed in, how many messages wait. */
export function showUnread() {
  addEventListener(leavingEvent, () => reflectUnread(0));
  whenSeen(ask);
  // The way back shows the page as it was left.
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
  // The link of a proof may have ended the session, which its code is about to bring back.
  if (!session?.isFresh || /[?&]code=/.test(location.search)) return;
  const response = await callService('/rest/v1/rpc/unread_messages', { token: session.token });
  const waiting: unknown = await response.json();
  await hydration();
  if (typeof waiting === 'number') reflectUnread(waiting);
}
