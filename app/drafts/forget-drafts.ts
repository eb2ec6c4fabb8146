/** Keys of drafts say what is drafted and by whom: `job-draft:<person>:new`, `profile-draft:<person>`. */
export function forgetDrafts(userId: string) {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      const [what, whose] = key.split(':');
      if (what?.endsWith('-draft') && whose === userId) storage.removeItem(key);
    }
  }
}
