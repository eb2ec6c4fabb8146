/** What a link in an email, or a sign-in provider, passed along in the address. */
export type LinkArrival =
  | { kind: 'none' }
  /** A code that the browser which asked for it can exchange for a session. */
  | { kind: 'code' }
  /** A session itself, from a link that no browser asked for: an invitation, say. */
  | { kind: 'session'; accessToken: string; refreshToken: string }
  /** The link was valid, but another step is needed: confirming the other mailbox, say. */
  | { kind: 'message'; text: string }
  | { kind: 'refused'; code: string; text: string };

/** The service writes to the query, the fragment, or both. */
export function readLinkArrival({ search, hash }: { search: string; hash: string }): LinkArrival {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const read = (name: string) => query.get(name) ?? fragment.get(name) ?? '';
  const code = read('error_code') || read('error');
  if (code) return { kind: 'refused', code, text: read('error_description') };
  if (query.get('code')) return { kind: 'code' };
  const accessToken = fragment.get('access_token');
  const refreshToken = fragment.get('refresh_token');
  if (accessToken && refreshToken) return { kind: 'session', accessToken, refreshToken };
  const message = read('message');
  return message ? { kind: 'message', text: message } : { kind: 'none' };
}
