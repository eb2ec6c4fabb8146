import { callService } from '../session/data-service.ts';
import { leavingEvent } from '../session/sign-out.ts';
import { readStoredSession } from '../session/stored-session.ts';
import { reflectUnread } from '../shell/unread.ts';
import { hydration, whenSeen } from './toasts.ts';

/** Asks once per page, and only where somebody is signed in, how many messages wait. */
export function showUnread() {
  addEventListener(leavingEvent, () => reflectUnread(0));
  whenSeen(() =>
    ask().catch((error: unknown) => console.info('Unread messages were not counted:', error)),
  );
}

async function ask() {
  const session = readStoredSession();
  if (!session?.isFresh) return;
  const response = await callService('/rest/v1/rpc/unread_messages', { token: session.token });
  const count: unknown = await response.json();
  await hydration();
  if (typeof count === 'number') reflectUnread(count);
}
