import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { StartError } from '#database/start-error.ts';
import type { Handler } from './server.ts';

export type Listening = { server: Server; port: number; close(): Promise<void> };

const patience = 10_000;

/** Opens the port. Closing lets running requests finish, ten seconds at most. */
export async function listen(handle: Handler, host: string, port: number): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, { incoming }: { incoming: { socket: { remoteAddress?: string } } }) =>
      handle(request, incoming.socket.remoteAddress ?? ''),
  }) as Server;
  server.keepAliveTimeout = 65_000; // longer than the usual proxy's, so that it closes first
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    server,
    port: typeof address === 'object' && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        const giveUp = setTimeout(() => server.closeAllConnections(), patience);
        // A connection kept alive after its last answer would hold the server open.
        const tidy = setInterval(() => server.closeIdleConnections(), 50);
        server.close(() => {
          clearTimeout(giveUp);
          clearInterval(tidy);
          resolve();
        });
      }),
  };
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is taken. Stop the program that uses it, or set PORT to another number.`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartError(`This user may not open port ${port}. Set PORT to 1024 or higher.`);
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(`This machine has no address ${host}. Set HOST to 127.0.0.1 or 0.0.0.0.`);
  }
  return error;
}
