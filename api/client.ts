import { isIPv6 } from 'node:net';
import { readIpAddress } from './ip-address.ts';
import { remembered } from './remembered.ts';

/** What the log and the limits need to know about where a request comes from. */
export type Client = {
  /** The address that the server saw; empty if the call did not come through a socket. */
  address: string;
  /** The key for limits: the address, or the /64 that an IPv6 household has to itself. */
  counted: string;
  /** The address cut to its network: enough to notice an unusual place, but not to find a home. */
  network: string;
  agent: string;
};

/**
 * The server sets `x-client-address` itself and drops the header if a client sent it. Anything that is not an address
 * is left out: columns of type inet would refuse it, and the sign-in would fail.
 */
export function clientOf(request: Request): Client {
  const address = readIpAddress(request.headers.get('x-client-address') ?? '') ?? '';
  return {
    address,
    counted: countedAs(address),
    network: networkOf(address),
    agent: (request.headers.get('user-agent') ?? '').slice(0, 300),
  };
}

/** The same key for every address in the /64 that an IPv6 household has to itself. */
export const countedAs = remembered((given) => {
  const address = given.replace(/^::ffff:/, '');
  return isIPv6(address) ? `${expand(address).slice(0, 4).join(':')}::/64` : address;
});

/** The /48 around a /64: anybody can get a whole one from a provider, which contains 65,536 of them. */
export function widerThan(counted: string): string | undefined {
  const [, wider] = counted.match(/^((?:[\da-f]*:){3})[\da-f]*::\/64$/i) ?? [];
  return wider && `${wider}:/48`;
}

export function networkOf(address: string): string {
  if (!address) return '';
  if (isIPv6(address)) return `${expand(address).slice(0, 3).join(':')}::/48`;
  return `${address.split('.').slice(0, 3).join('.')}.0/24`;
}

function expand(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  return [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

/** "Firefox on Linux": what people recognize in a list of sessions. */
export function describeAgent(agent: string): string {
  const browser = [
    ['Edg/', 'Edge'],
    ['OPR/', 'Opera'],
    ['Firefox/', 'Firefox'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ].find(([mark = '']) => agent.includes(mark))?.[1];
  const system = [
    ['Android', 'Android'],
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Windows', 'Windows'],
    ['Mac OS X', 'macOS'],
    ['CrOS', 'ChromeOS'],
    ['Linux', 'Linux'],
  ].find(([mark = '']) => agent.includes(mark))?.[1];
  if (!browser) return 'another program';
  return system ? `${browser} on ${system}` : browser;
}
