/** Where supabase-js keeps the session when the data service has this page's own origin. */
export function sessionStorageKey() {
  return `sb-${location.hostname.split('.')[0]}-auth-token`;
}

/** What the browser keeps under a name: nothing, where it is set to keep nothing for this site. */
export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The header shows its signed-in links when the document says so. */
export function reflectSession() {
  const root = document.documentElement;
  const session = storedText(sessionStorageKey());
  const member = storedText(memberKey);
  if (session) root.dataset.signedIn = 'true';
  else {
    delete root.dataset.signedIn;
    if (member) localStorage.removeItem(memberKey);
  }
  if (member && session && JSON.parse(session).user?.id === member) root.dataset.member = 'true';
  else delete root.dataset.member;
}

const memberKey = 'member';

/** Whether somebody on this device was a member when that was last looked at. Nobody on the server. */
export function wasMember(): boolean {
  return typeof document !== 'undefined' && storedText(memberKey) !== null;
}

/** What was last heard of the membership, so that the header's menu shows its links without asking. */
export function reflectMembership(userId: string, isMember: boolean) {
  if (isMember) localStorage.setItem(memberKey, userId);
  else localStorage.removeItem(memberKey);
  reflectSession();
}
