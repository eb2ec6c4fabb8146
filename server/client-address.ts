import { readAddress } from '#api/client-address.ts';

/**
 * Who sent the request, decided here alone: the other end of the socket, or what our own proxy added at
 * the end of `X-Forwarded-For`. All before that is the client's own word. Where the proxy added no
 * address, the proxy's counts, never an earlier word.
 */
export function clientAddress(
  forwardedFor: string | null | undefined,
  socketAddress: string,
  trustProxy: boolean,
): string {
  const list = trustProxy ? (forwardedFor ?? '') : '';
  const added = readAddress(list.slice(list.lastIndexOf(',') + 1));
  return added ?? readAddress(socketAddress) ?? '';
}
