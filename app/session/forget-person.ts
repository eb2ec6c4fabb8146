/**
 * Takes from this device what one person kept on it. Keys of drafts say what is drafted and by whom: `job-draft:<person>:new`,
 * `profile-draft:<person>`. What the device knows of saved jobs begins with its owner (features/jobs/kept-jobs.ts).
 */
export function forgetPerson(userId: string) {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      const [what, whose] = key.split(':');
      const isDraft = what?.endsWith('-draft') && whose === userId;
      if (isDraft || storage.getItem(key)?.startsWith(`{"owner":"${userId}"`))
        storage.removeItem(key);
    }
  }
}
