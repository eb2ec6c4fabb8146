import type { Session } from '@supabase/supabase-js';
import { closeMenu } from '../ui/menu-state.ts';

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

/** Keeps what can be had without: a browser that has no room goes without it. */
export function storeHint(key: string, text: string) {
  try {
    localStorage.setItem(key, text);
  } catch {}
}

/** What is kept of a session, unchecked. What cannot be read is none: another program of this host may have written it. */
export function keptSession(): Partial<Session> {
  try {
    return JSON.parse(storedText(sessionStorageKey()) ?? '') ?? {};
  } catch {
    return {};
  }
}

/** The header shows its signed-in links when the document says so. */
export function reflectSession() {
  const root = document.documentElement;
  const { access_token, user } = keptSession();
  const member = storedText(memberKey);
  if (access_token) root.dataset.signedIn = 'true';
  else {
    delete root.dataset.signedIn;
    // It hangs on a button that is gone now.
    closeMenu(document.getElementById('account-menu'));
    if (member) localStorage.removeItem(memberKey);
  }
  if (member && access_token && user?.id === member) root.dataset.member = 'true';
  else delete root.dataset.member;
}

const memberKey = 'member';

/** Whether somebody on this device was a member when that was last looked at. Nobody on the server. */
export function wasMember(): boolean {
  return typeof document !== 'undefined' && storedText(memberKey) !== null;
}

/** What was last heard of the membership, so that the header's menu shows its links without asking. */
export function reflectMembership(userId: string, isMember: boolean) {
  if (isMember) storeHint(memberKey, userId);
  else localStorage.removeItem(memberKey);
  reflectSession();
}
