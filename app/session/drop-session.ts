import { tellOtherTabs } from '../shell/other-tabs.ts';
import { reflectSession, sessionStorageKey } from '../shell/session-state.ts';
import { forgetQuestions } from './early-questions.ts';
import { readStoredSession } from './stored-session.ts';

/** Handled on content pages, where nothing else tells the person. */
export const endedEvent = 'session:ended';

export const endedWords = {
  title: 'You are signed out',
  description: 'Your session has ended. Sign in again to go on.',
};

/**
 * Removes the session from this device. The official client of this page and those of other tabs are notified on their
 * own channel. Typed text stays.
 */
export function dropSession() {
  const key = sessionStorageKey();
  localStorage.removeItem(key);
  forgetQuestions();
  reflectSession();
  tellOtherTabs(key, { event: 'SIGNED_OUT', session: null });
}

/** The server says that the session has ended: elsewhere, by a new password, or by staff. */
export function dropEndedSession(token: string | undefined) {
  // Since the request was sent, it may have been renewed, or replaced by somebody else's.
  if (token && readStoredSession()?.token === token) endSession();
}

/**
 * Whether it ended before the screen was ready to hear of it. Kept on the document, because the inline script shares no
 * module with the screen.
 */
export const hasEnded = () => 'ended' in document.documentElement.dataset;

/** The session ended without the person's doing, so they are told. */
export function endSession() {
  document.documentElement.dataset.ended = '';
  dropSession();
  dispatchEvent(new Event(endedEvent));
}
