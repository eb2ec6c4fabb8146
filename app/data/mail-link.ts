/**
 * The headers of a page that a link in an email opens. Its address carries a secret that no other site and no cache may
 * see; our form needs its origin.
 */
export const secretPageHeaders = () => ({
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
});

/** The token in that address; empty if it is malformed. */
export function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token')?.match(/^[\w-]{43}$/)?.[0] ?? '';
}
