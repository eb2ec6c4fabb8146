import { createServer, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { countedAs } from '#api/client.ts';
import { notingOn } from '#database/request-notes.ts';
import { countedClient } from './door/client-address.ts';
import { bringsBody, createDoor, type DoorOptions, guard } from './door/door.ts';
import { namesOneHost, unnamedHost } from './door/named-host.ts';
import { turnAway } from './door/turn-away.ts';
import type { AnswerStored } from './files/stored-answers.ts';
import type { Handler } from './handler.ts';
import type { SiteServer } from './server.ts';
import { isForSocket } from './sockets/sockets.ts';
import { explainPort } from './start/explain-port.ts';
import type { RequestWatch } from './telemetry/watch-requests.ts';

export type Listening = { server: Server; port: number; close(): Promise<void> };

const patience = 10_000;
/** Longer than our proxies keep an unused connection, so that the proxy is the one that closes it. */
const lingering = 3_000;

type Options = {
  answerStored?: AnswerStored;
  trustProxy?: boolean;
  isHttps?: boolean;
  /** How long connections are still accepted after the balancer is told to send no more. */
  drainSeconds?: number;
  door?: Partial<DoorOptions>;
  acceptSockets?: SiteServer['acceptSockets'];
  watch?: RequestWatch | undefined;
};

/** Opens the port. Closing lets running requests finish, ten seconds at most. */
export async function listen(
  handle: Handler,
  host: string,
  port: number,
  {
    answerStored,
    trustProxy = false,
    isHttps = false,
    drainSeconds = 0,
    door = {},
    acceptSockets,
    watch,
  }: Options = {},
): Promise<Listening> {
  const server = createServer({
    // For the headers. The door limits how long a body may take; requestTimeout is the longest of
    // those limits plus a margin, in case the door ever misses one.
    headersTimeout: 15_000,
    requestTimeout: 150_000,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: 65_000, // longer than the usual proxy's, so that it closes first
    shouldUpgradeCallback: (incoming) => isForSocket(incoming) && namesOneHost(incoming),
  });
  // A response of which the client has read nothing for two minutes is dropped from memory.
  server.setTimeout(120_000);
  server.maxConnections = mostConnections;
  if (!trustProxy) limitConnectionsOfOne(server);
  const open = createDoor(listenerFor(handle), {
    clientOf: countedClient(trustProxy),
    isHttps,
    ...door,
  });
  const throughDoor: typeof open = watch
    ? (incoming, outgoing) =>
        notingOn(watch.open(incoming, outgoing), () => open(incoming, outgoing))
    : open;
  // Stored answers go out directly: there is no body to read and nothing to wait for.
  let isStopping = false;
  guard(server, (incoming, outgoing) => {
    if (!namesOneHost(incoming)) return turnAway(incoming, outgoing, { ...unclearHost, isHttps });
    if (isStopping) {
      // A client with a kept-alive connection learns that this answer was the last one, and connects elsewhere next.
      outgoing.shouldKeepAlive = false;
      if (incoming.url === '/readyz' || incoming.url === '/livez') return answerStopping(outgoing);
    }
    return answerStored && !bringsBody(incoming) && answerStored(incoming, outgoing)
      ? undefined
      : throughDoor(incoming, outgoing);
  });
  const endSockets = acceptSockets?.(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainPort(error, host, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    server,
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      isStopping = true;
      await delay(drainSeconds * 1_000);
      await endSockets?.();
      await new Promise<void>((resolve) => {
        const giveUp = setTimeout(() => server.closeAllConnections(), patience);
        // An idle kept-alive connection would hold the server open. But a proxy may be about to send a
        // request on one, which would then never be answered.
        const idle = trustProxy ? lingering : 0;
        let tidy: NodeJS.Timeout | undefined;
        const begin = setTimeout(() => {
          tidy = setInterval(() => server.closeIdleConnections(), 50);
        }, idle);
        // Not the HTTP server's own close, which ends idle connections at once.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(giveUp);
          clearTimeout(begin);
          clearInterval(tidy);
          resolve();
        });
      });
    },
  };
}

function answerStopping(outgoing: ServerResponse) {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  outgoing.writeHead(503, headers).end('{"status":"stopping"}');
}

const unclearHost = { code: 'invalid_input', message: 'The request must name one host.' } as const;

/** Adapts a handler to Node: it gets a Request, with its abort signal, and the address of the socket. */
export function listenerFor(handle: Handler) {
  return getRequestListener(
    (request, { incoming }) =>
      handle(request, ('socket' in incoming && incoming.socket?.remoteAddress) || ''),
    { hostname: unnamedHost },
  );
}

const mostConnections = 10_000;
const mostConnectionsOfOne = 1_000;

/** Behind a proxy all connections are the proxy's; without one, no single client may take them all. */
function limitConnectionsOfOne(server: Server) {
  const connections = new Map<string, number>();
  server.on('connection', (socket) => {
    const client = countedAs(socket.remoteAddress ?? '');
    const others = connections.get(client) ?? 0;
    if (others >= mostConnectionsOfOne) {
      socket.destroy();
      return;
    }
    connections.set(client, others + 1);
    socket.once('close', () => {
      const left = (connections.get(client) ?? 1) - 1;
      if (left > 0) connections.set(client, left);
      else connections.delete(client);
    });
  });
}
