import { isIP } from 'node:net';

/**
 * Where a request comes from, decided here alone. Behind our own proxy it is what the proxy added last,
 * which some write with a port or in brackets; what a client says of itself counts for nothing.
 */
export function clientAddress(
  forwardedFor: string | null | undefined,
  socketAddress: string,
  trustProxy: boolean,
): string {
  const last = trustProxy ? forwardedFor?.split(',').pop()?.trim() : undefined;
  if (!last) return socketAddress;
  if (isIP(last)) return last;
  const [, inBrackets, beforePort] = last.match(/^(?:\[(.+)\](?::\d+)?|([^:]+):\d+)$/) ?? [];
  const bare = inBrackets ?? beforePort ?? '';
  return isIP(bare) ? bare : socketAddress;
}
