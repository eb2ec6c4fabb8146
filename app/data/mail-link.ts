/**
 * The headers of a page that the link of a mail opens. Its address carries a secret, which no other site and
 * no cache shall learn; our form needs its origin.
 */
export const secretPageHeaders = () => ({
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
});

/** The secret in that address; nothing where it has not the shape of one. */
export function tokenOf(request: Request): string {
  return new URL(request.url).searchParams.get('token')?.match(/^[\w-]{43}$/)?.[0] ?? '';
}
