import type { Session } from '@supabase/supabase-js';
import { closeMenu } from '../ui/menu-state.ts';

/** The key under which supabase-js stores the session if the data service is on this page's own origin. */
export function sessionStorageKey() {
  return `sb-${location.hostname.split('.')[0]}-auth-token`;
}

/** The stored text under a key; null if the browser blocks storage. */
export function storedText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores something dispensable: if storage is full or blocked, do without. */
export function storeHint(key: string, text: string) {
  try {
    localStorage.setItem(key, text);
  } catch {}
}

/** The stored session, unverified. Unreadable data counts as none: another program on this host may have written it. */
export function keptSession(): Partial<Session> {
  try {
    return JSON.parse(storedText(sessionStorageKey()) ?? '') ?? {};
  } catch {
    return {};
  }
}

/** The document's attributes decide whether the header shows its signed-in links. */
export function reflectSession() {
  const root = document.documentElement;
  const { access_token, user } = keptSession();
  const member = storedText(memberKey);
  if (access_token) root.dataset.signedIn = 'true';
  else {
    delete root.dataset.signedIn;
    // Its button is gone now.
    closeMenu(document.getElementById('account-menu'));
    if (member) localStorage.removeItem(memberKey);
  }
  if (member && access_token && user?.id === member) root.dataset.member = 'true';
  else delete root.dataset.member;
}

const memberKey = 'member';

/** Whether somebody on this device was a member when last checked. False on the server. */
export function wasMember(): boolean {
  return typeof document !== 'undefined' && storedText(memberKey) !== null;
}

/** Remembers the membership as last reported, so that the header's menu shows its links without a request. */
export function reflectMembership(userId: string, isMember: boolean) {
  if (isMember) storeHint(memberKey, userId);
  else localStorage.removeItem(memberKey);
  reflectSession();
}
