import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Certificate } from '#api/running.ts';

const patience = 5_000;

/** The validity of the certificate that visitors of an address see; nothing where there is none. */
export function readCertificate(address: string): Promise<Certificate | undefined> {
  const { hostname, port } = new URL(address);
  const { promise, resolve } = Promise.withResolvers<Certificate | undefined>();
  const socket = connect({
    host: hostname,
    port: Number(port) || 443,
    ...(!isIP(hostname) && { servername: hostname }),
    // An expired certificate must be readable too; nothing is sent over this connection.
    rejectUnauthorized: false,
    timeout: patience,
  });
  const end = (certificate?: Certificate) => {
    socket.destroy();
    resolve(certificate);
  };
  socket.once('secureConnect', () => {
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
    end(from && to ? { from: new Date(from), to: new Date(to) } : undefined);
  });
  socket.once('timeout', () => end());
  socket.once('error', () => end());
  return promise;
}
