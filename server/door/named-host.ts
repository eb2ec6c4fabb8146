import type { IncomingMessage } from 'node:http';

/** Of a name or an address, with or without a port. */
const form = /^[\w.~!$&'()*+,;=%[\]:-]*$/;

/**
 * HTTP wants a request refused that names several hosts, or one that is none: whatever stands in front may have
 * read another one than this site does. In HTTP/1.0 none has to be named.
 */
export function namesOneHost({ headers: { host = '' }, rawHeaders }: IncomingMessage): boolean {
  let lines = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1;
  }
  return lines < 2 && form.test(host);
}

/** Stands for the host where a request names none: checks of balancers often do not. */
export const unnamedHost = 'localhost';
