import { expect, it } from 'vitest';
import { readIpAddress } from './ip-address.ts';

it('an address is found in everything that proxies write around it', () => {
  const known: Record<string, string> = {
    '192.0.2.7': '192.0.2.7',
    ' 192.0.2.7\t': '192.0.2.7',
    '192.0.2.7:52044': '192.0.2.7',
    '"192.0.2.7:52044"': '192.0.2.7',
    '2001:db8::7': '2001:db8::7',
    '[2001:db8::7]': '2001:db8::7',
    '[2001:db8::7]:443': '2001:db8::7',
    '"[2001:db8::7]:443"': '2001:db8::7',
    'fe80::1%eth0': 'fe80::1',
    '[fe80::1%25eth0]:80': 'fe80::1',
    '::ffff:192.0.2.7': '192.0.2.7',
    '[::FFFF:192.0.2.7]:80': '192.0.2.7',
    '::1': '::1',
  };
  const read = Object.fromEntries(Object.keys(known).map((text) => [text, readIpAddress(text)]));
  expect(read).toEqual(known);
});

it('anything that is not an address gives none', () => {
  const garbage = [
    '',
    ' ',
    'unknown',
    '_hidden',
    'localhost',
    '999.1.1.1',
    '1.2.3',
    '01.2.3.4',
    '192.0.2.7:',
    '192.0.2.7:port',
    '192.0.2.7:999999',
    '192.0.2.7:1:2',
    '[192.0.2.7]:80',
    '[]:80',
    '[2001:db8::7',
    '2001:db8::7]:80',
    '2001:db8::g',
    '192.0.2.7/8',
    "192.0.2.7'; drop table x",
    '192.0.2.7\u0000',
    '%eth0',
    `[${'a:'.repeat(4_000)}]`,
    '1'.repeat(100_000),
  ];
  for (const text of garbage) expect([text, readIpAddress(text)]).toEqual([text, undefined]);
});
