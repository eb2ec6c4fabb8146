import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect, it } from 'vitest';
import { readCertificate } from './read-certificate.ts';

it('reads how long a certificate holds, also one that nobody trusts, and nothing where nobody shows one', async () => {
  const server = createServer({ cert, key }).listen(0, '127.0.0.1');
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

// Of nobody, and for nothing else.
const cert = `-----BEGIN CERTIFICATE-----
MIIBfDCCASOgAwIBAgIUV6vFFskxEjHvt7lo8vIxE4nTB48wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJc2l0ZS50ZXN0MB4XDTI2MTEyNzAxMDA1NloXDTI3MDIyNTAx
MDA1NlowFDESMBAGA1UEAwwJc2l0ZS50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEbeRQoP9fAlAg4YwZBfZtygfMDstknng1vMd3GgHLmhEOXtX2MCwYXpDI
98oW/vkM9l/D413hHoHERrD5pLL+aKNTMFEwHQYDVR0OBBYEFABkTfYd/5l+iw2r
NQvG1eh7mDfaMB8GA1UdIwQYMBaAFABkTfYd/5l+iw2rNQvG1eh7mDfaMA8GA1Ud
EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgP8GnW0qEHAsjT8MT8CH4CGiw
rNH1m8z/jeKM3S4S5okCICR25qkx8YEOLaYYrFwidndaFYUdZTF+Uj5AT1hBr15Z
-----END CERTIFICATE-----`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgcVtc6mDF/z3e3X+n
BljnMOn89lRldyMo/xLMCutT3zOhRANCAARt5FCg/18CUCDhjBkF9m3KB8wOy2Se
eDW8x3caAcuaEQ5e1fYwLBhekMj3yhb++Qz2X8PjXeEegcRGsPmksv5o
-----END PRIVATE KEY-----`;
