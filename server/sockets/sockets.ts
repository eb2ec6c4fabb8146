import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { type Api, refuse } from '#api/api.ts';
import { ApiError } from '#api/errors.ts';
import { realtimeLimits } from '#api/realtime/limits.ts';
import { restarts } from '#api/realtime/realtime.ts';
import { createBodyShares } from '../door/body-shares.ts';
import { eventOf } from '../telemetry/security-events.ts';
import type { RequestWatch } from '../telemetry/watch-requests.ts';
import { readyFrame } from './ready-frame.ts';
import { socketPath } from './socket-path.ts';

type Options = {
  realtime: Api['realtime'];
  clientOf: (incoming: IncomingMessage) => string;
  /** Called for failures that are our fault. */
  reportBug: (error: unknown) => void;
  watch?: RequestWatch | undefined;
  begunShares?: typeof begunShares;
};

const megabyte = 1_048_576;

/** For incomplete frames: each may be a megabyte, and a client may have hundreds of sockets. */
const begunShares = {
  bytesOfOne: 24 * megabyte,
  bytesOfAll: 192 * megabyte,
  littleOfOne: megabyte / 16,
};

const ours = /^\/realtime\/v1\//;

/** Any other upgrade request is treated like a normal request. */
export function isForSocket({ url = '' }: IncomingMessage): boolean {
  return ours.test(url);
}

/** Accepts the sockets of /realtime/v1/websocket if their key allows it. The returned function closes them. */
export function acceptSockets(
  server: Server,
  { realtime, clientOf, reportBug, watch, begunShares: shares = begunShares }: Options,
): () => Promise<void> {
  const sockets = new WebSocketServer({
    noServer: true,
    // Compression would keep a window in memory for each socket.
    perMessageDeflate: false,
    maxPayload: realtimeLimits.bytesOfFrame,
    // Each piece of an incomplete message is an object of its own, however small.
    maxBufferedChunks: 4_096,
    maxFragments: 256,
  });

  const begun = createBodyShares({ mostOfOne: Number.POSITIVE_INFINITY, ...shares });

  /** Only a complete message frees its share: a ping may arrive between the fragments of one. */
  function weighBegun(socket: Duplex, ws: WebSocket, client: string) {
    const share = begun.open(client);
    let bytes = 0;
    // Before ws reads the data.
    socket.prependListener('data', ({ length }: Buffer) => {
      bytes += length;
      if (share?.weigh(length)) ws.terminate();
    });
    ws.on('message', () => {
      share?.weigh(-bytes);
      bytes = 0;
    });
    ws.on('close', () => share?.close());
  }

  async function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer) {
    const url = new URL(incoming.url ?? '/', 'http://site');
    const opening = await realtime.open(url, {
      origin: incoming.headers.origin,
      apikey: incoming.headers.apikey?.toString(),
      'x-api-key': incoming.headers['x-api-key']?.toString(),
    });
    sockets.handleUpgrade(incoming, socket, head, (ws) => {
      // A socket lives as long as it is used; the server's timeouts are meant for requests.
      incoming.socket.setTimeout(0);
      ws.on('error', () => {});
      weighBegun(socket, ws, clientOf(incoming));
      // Messages sent to one client in the same tick leave in one write.
      let isCorked = false;
      const uncork = () => {
        isCorked = false;
        socket.uncork();
      };
      const outcome = realtime.connect({
        ...opening,
        client: clientOf(incoming),
        send(frame) {
          if (ws.readyState !== WebSocket.OPEN) return;
          if (!isCorked) {
            isCorked = true;
            socket.cork();
            process.nextTick(uncork);
          }
          socket.write(readyFrame(frame));
        },
        unsent: () => ws.bufferedAmount,
        close: (code, reason) => ws.close(code, shortReason(reason)),
        cut: () => ws.terminate(),
        onMessage: (hear) =>
          ws.on('message', (data, isBinary) => {
            if (Buffer.isBuffer(data)) hear(data, isBinary);
          }),
        onClose: (hear) => ws.on('close', hear),
      });
      if (outcome === 'connected') watch?.openedSocket(opening.caller.role);
      // It arrived while the others were being told: left open, it would keep the server from closing.
      else if (outcome === 'stopping') ws.close(...restarts);
      else {
        watch?.noteEvent(
          'limit',
          { code: 'too_many_sockets' },
          { route: socketPath, client: clientOf(incoming) },
        );
        ws.close(
          1013,
          `There are ${outcome === 'too many' ? 'too many sockets' : 'too many sockets of one client'}`,
        );
      }
    });
  }

  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isForSocket(incoming)) return; // belongs to another listener, such as the development server's
    socket.on('error', () => {});
    upgrade(incoming, socket, head).catch((error: unknown) => {
      const expected = error instanceof ApiError ? error : new ApiError('unexpected');
      if (expected !== error) reportBug(error);
      const { code, status } = expected;
      const place = { route: socketPath, status, client: clientOf(incoming) };
      watch?.noteEvent(eventOf({ code }, status), { code }, place);
      turnAway(socket, expected);
    });
  });
  return realtime.stop;
}

async function turnAway(socket: Duplex, error: ApiError) {
  const url = new URL('http://site/realtime/v1/websocket');
  const response = refuse(error, new Request(url), url);
  const body = await response.text();
  socket.end(
    `HTTP/1.1 ${response.status} ${error.code}\r\ncontent-type: application/json\r\ncache-control: no-store\r\n` +
      `x-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** The most that a close frame may carry (RFC 6455). With more it is invalid, and the socket stays open. */
const mostOfReason = new Uint8Array(123);

function shortReason(reason: string): string {
  return reason.slice(0, new TextEncoder().encodeInto(reason, mostOfReason).read);
}
