import type { IncomingMessage } from 'node:http';
import { countedAs } from '#api/client.ts';
import { readIpAddress } from '#api/ip-address.ts';

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
  const added = readIpAddress(list.slice(list.lastIndexOf(',') + 1));
  return added ?? readIpAddress(socketAddress) ?? '';
}

/** Whom a request counts for, before anything is made of it. */
export function countedClient(trustProxy: boolean): (incoming: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-for'];
    const given = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
    return countedAs(clientAddress(given, socket.remoteAddress ?? '', trustProxy));
  };
}
