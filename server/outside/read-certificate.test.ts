import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect, it } from 'vitest';
import { certificate } from '#test/support/certificate.ts';
import { readCertificate } from './read-certificate.ts';

it('reads until when a certificate is valid, also an untrusted one, and nothing where there is none', async () => {
  const server = createServer(certificate).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await readCertificate(address)).toEqual({
    from: new Date('2026-11-27T01:00:56Z'),
    to: new Date('2027-02-25T01:00:56Z'),
  });
  server.close();
  await once(server, 'close');
  expect(await readCertificate(address)).toBeUndefined();
});
