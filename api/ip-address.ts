import { isIP } from 'node:net';
import { remembered } from './remembered.ts';

/**
 * The address as the database takes it, without a port, brackets, quotation marks or a zone. IPv4 inside IPv6 becomes
 * IPv4. Undefined for anything that is not an address.
 */
export const readIpAddress = remembered((text: string): string | undefined => {
  if (text.length > longest) return undefined;
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets] = bare.match(/^\[([^\]]*)\](?::\d{1,5})?$/) ?? [];
  const [, beforePort] = bare.match(/^([\d.]+):\d{1,5}$/) ?? [];
  const address = (inBrackets ?? beforePort ?? bare).replace(/%[^%]*$/, '');
  if (isIP(address) === 0 || (inBrackets !== undefined && isIP(address) !== 6)) return undefined;
  const inside = address.replace(/^::ffff:/i, '');
  return isIP(inside) === 4 ? inside : address;
});

/** The longest address has 45 characters, plus quotation marks, brackets, zone and port. */
const longest = 100;
