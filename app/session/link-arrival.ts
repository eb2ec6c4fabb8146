/** What a link from a message, or a provider of sign-in, brought along in the address. */
export type LinkArrival =
  | { kind: 'none' }
  /** A code that the browser which asked can turn into a session. */
  | { kind: 'code' }
  /** A session itself, from a link that nobody asked for in a browser: an invitation, say. */
  | { kind: 'session'; accessToken: string; refreshToken: string }
  /** The link was right, and another step is needed: the other mailbox, say. */
  | { kind: 'message'; text: string }
  | { kind: 'refused'; code: string; text: string };

/** The service writes into the query, into the fragment, or into both. */
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
