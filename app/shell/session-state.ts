/** Where supabase-js keeps the session when the data service has this page's own origin. */
export function sessionStorageKey() {
  return `sb-${location.hostname.split('.')[0]}-auth-token`;
}

/** The header shows its signed-in links when the document says so. */
export function reflectSession() {
  const root = document.documentElement;
  if (localStorage.getItem(sessionStorageKey())) root.dataset.signedIn = 'true';
  else delete root.dataset.signedIn;
}
