/**
 * Keys of drafts say what is drafted and by whom: `job-draft:<person>:new`, `profile-draft:<person>`. What the device
 * knows of the jobs that they saved says it in its beginning (features/jobs/kept-jobs.ts).
 */
export function forgetDrafts(userId: string) {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      const [what, whose] = key.split(':');
      const isDraft = what?.endsWith('-draft') && whose === userId;
      if (isDraft || storage[key].startsWith(`{"owner":"${userId}"`)) storage.removeItem(key);
    }
  }
}
