import type { IncomingMessage } from 'node:http';
import { countedAs } from '#api/client.ts';
import { readIpAddress } from '#api/ip-address.ts';

/**
 * Who sent the request, decided only here: the peer of the socket, or what our own proxy appended
 * to `X-Forwarded-For`. Everything before that is the client's claim. If the proxy appended no
 * address, its own counts, never an earlier claim.
 */
export function clientAddress(
  forwardedFor: string | null | undefined,
  socketAddress: string,
  trustProxy: boolean,
): string {
  const list = trustProxy ? (forwardedFor ?? '') : '';
  const added = readIpAddress(list.slice(list.lastIndexOf(',') + 1));
  return added ?? readIpAddress(socketAddress) ?? '';
}

/** The client that a request counts for, before anything else is read from it. */
export function countedClient(trustProxy: boolean): (incoming: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-for'];
    const given = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
    return countedAs(clientAddress(given, socket.remoteAddress ?? '', trustProxy));
  };
}
