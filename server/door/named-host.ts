import type { IncomingMessage } from 'node:http';

/** A name or an address, with or without a port. */
const form = /^[\w.~!$&'()*+,;=%[\]:-]*$/;

/**
 * HTTP wants a request refused if it has several Host headers or an invalid one: a proxy in front
 * may have read another host than this site does. HTTP/1.0 requires none.
 */
export function namesOneHost({ headers: { host = '' }, rawHeaders }: IncomingMessage): boolean {
  let lines = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines < 2 && form.test(host);
}

/** Stands in for the host of a request without one: balancers' health checks often send none. */
export const unnamedHost = 'localhost';
