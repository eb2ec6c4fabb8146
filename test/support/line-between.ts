import { connect, createServer, type Socket } from 'node:net';
import type pg from 'pg';

/** A proxy between the site and its database's socket, which can be cut or go silent. */
export async function openLine(to: pg.ClientConfig) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const { promise: swallowed, resolve: swallow } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (isSilent) return;
    const beyond = connect(`${to.host}/.s.PGSQL.${to.port}`);
    sockets.add(beyond);
    beyond.on('error', () => socket.destroy());
    socket.on('data', (data) => (isSilent ? swallow() : beyond.write(data)));
    beyond.on('data', (data) => isSilent || socket.write(data));
    beyond.on('close', () => isSilent || socket.destroy());
    socket.on('close', () => beyond.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    login: { ...to, host: '127.0.0.1', port },
    /** Resolves when the first message has been sent into the silence. */
    silence(): Promise<void> {
      isSilent = true;
      return swallowed;
    },
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
