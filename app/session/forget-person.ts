import { keptSession, storeHint } from '../shell/session-state.ts';

/** Written and taken away at once: the event tells the other tabs, and nothing stays. */
const leftKey = 'left';

/**
 * Takes from this device what one person kept on it, in every tab. Keys of drafts say what is drafted and by whom:
 * `job-draft:<person>:new`, `profile-draft:<person>`. What the device knows of saved jobs begins with its owner
 * (features/jobs/kept-jobs.ts).
 */
export function forgetPerson(userId: string) {
  forgetHere(userId);
  storeHint(leftKey, userId);
  localStorage.removeItem(leftKey);
}

/** Each tab has drafts of its own, and a form that is open would keep what it holds once more. */
export function forgetWithOtherTabs() {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === leftKey && newValue) forgetHere(newValue);
  });
}

/** Whether what somebody types is kept: not of whoever has left, until they are back. Without a name, of whoever left last. */
export function keepsFor(userId?: string): boolean {
  const { left } = document.documentElement.dataset;
  return !left || (userId ?? left) !== left || keptSession().user?.id === left;
}

function forgetHere(userId: string) {
  document.documentElement.dataset.left = userId;
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      const [what, whose] = key.split(':');
      const isDraft = what?.endsWith('-draft') && whose === userId;
      if (isDraft || storage.getItem(key)?.startsWith(`{"owner":"${userId}"`))
        storage.removeItem(key);
    }
  }
}
