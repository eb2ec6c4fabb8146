import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '#test/support/own-server.ts';

/** Connections are refused, accepted but never answered, slowed to a byte a second, or normal. */
type State = 'open' | 'away' | 'silent' | 'dripping';

/** Stands in front of a port of this machine, and behaves like the network in between. */
export async function openWay(to: number) {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let state: State = 'open';
  let server: Server | undefined;
  let most = 0;

  function take(socket: Socket) {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    most = Math.max(most, sockets.size);
    if (state === 'silent') return socket.resume();
    const beyond = connect(to, '127.0.0.1');
    beyond.on('error', () => socket.destroy());
    beyond.on('close', () => socket.destroy());
    socket.on('close', () => beyond.destroy());
    if (state === 'dripping') {
      drip(socket, beyond);
      drip(beyond, socket);
    } else {
      socket.pipe(beyond);
      beyond.pipe(socket);
    }
  }

  async function close() {
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    server = undefined;
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  async function become(next: State) {
    await close();
    state = next;
    most = 0;
    if (state === 'away') return;
    server = createServer(take);
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
  }

  await become('open');
  return {
    port,
    /** Open connections break off. */
    become,
    /** The most concurrent connections since the last change of state. */
    mostAtOnce: () => most,
    stop: close,
  };
}

function drip(from: Socket, to: Socket) {
  let waiting = Buffer.alloc(0);
  const timer = setInterval(() => {
    if (waiting.length === 0) return;
    to.write(waiting.subarray(0, 1));
    waiting = waiting.subarray(1);
  }, 1_000);
  from.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
  });
  from.on('close', () => clearInterval(timer));
}
