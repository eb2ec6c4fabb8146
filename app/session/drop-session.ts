import { tellOtherTabs } from '../shell/other-tabs.ts';
import { reflectSession, sessionStorageKey } from '../shell/session-state.ts';
import { forgetQuestions } from './early-questions.ts';
import { readStoredSession } from './stored-session.ts';

/** Heard on content pages, where nothing else tells the person. */
export const endedEvent = 'session:ended';

export const endedWords = {
  title: 'You are signed out',
  description: 'Your session has ended. Sign in again to go on.',
};

/**
 * Takes the session off this device. The official client of this page and those of other tabs hear of
 * it on their own channel. What was typed stays.
 */
export function dropSession() {
  const key = sessionStorageKey();
  localStorage.removeItem(key);
  forgetQuestions();
  reflectSession();
  tellOtherTabs(key, { event: 'SIGNED_OUT', session: null });
}

/** The server says that the session has ended: elsewhere, by a new password, by staff. */
export function dropEndedSession(token: string | undefined) {
  // It may have been renewed, or be somebody else's, since the question was sent.
  if (token && readStoredSession()?.token === token) endSession();
}

/** Whether it was over before the screen was there to hear of it. Said by the document: its script shares no module with the screen. */
export const hasEnded = () => 'ended' in document.documentElement.dataset;

/** It is over, and nobody meant it: whoever uses this page is told. */
export function endSession() {
  document.documentElement.dataset.ended = '';
  dropSession();
  dispatchEvent(new Event(endedEvent));
}
