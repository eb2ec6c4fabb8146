import { keptSession, storeHint } from '../shell/session-state.ts';

/** Set and removed at once: the storage event tells the other tabs, and nothing remains. */
const leftKey = 'left';

/**
 * Removes from this device what one person stored on it, in every tab. Keys of drafts say what is drafted and by whom:
 * `job-draft:<person>:new`, `profile-draft:<person>`. Keys of saved jobs begin with their owner
 * (features/jobs/kept-jobs.ts).
 */
export function forgetPerson(userId: string) {
  forgetHere(userId);
  storeHint(leftKey, userId);
  localStorage.removeItem(leftKey);
}

/** Each tab has its own drafts, and an open form would store its content again. */
export function forgetWithOtherTabs() {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === leftKey && newValue) forgetHere(newValue);
  });
}

/**
 * Whether typed text may be stored: not that of a person who has signed out, until they are back. Without an id, it is
 * about whoever signed out last.
 */
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
